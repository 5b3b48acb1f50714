import Glibc

/// What the sanitizers change beside what they look for: stacks are larger, what was given back is kept for a
/// while, and memory that they reserve without ever having it cannot be locked.
public enum Sanitizer {
  /// Whether this program, and so the one that it starts, was built with one.
  public static let isPresent =
    dlsym(nil, "__tsan_init") != nil || dlsym(nil, "__asan_init") != nil
}
