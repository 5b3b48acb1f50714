import PanelFiles

#if canImport(Musl)
  import Musl
#else
  import Glibc
#endif

// A reader that closed the pipe is noticed by the write that fails, not by a signal that kills.
signal(SIGPIPE, SIG_IGN)
exit(Program.run(Array(CommandLine.arguments.dropFirst())))
