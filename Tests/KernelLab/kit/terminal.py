"""The program on a terminal of its own: what is on its screen, keys, other sizes, and its end."""

import fcntl
import os
import re
import struct
import subprocess
import termios
import threading
import time

from .program import Failure

ENTER = b"\x1b[?1049h"
LEAVE = b"\x1b[?25h\x1b[?1049l"


class Terminal:
    """A program that fills the screen, each picture of which begins at the upper left corner."""

    def __init__(self, lab, *arguments, columns=80, rows=24, **environment):
        self.master, self.slave = os.openpty()
        self.resize(columns, rows)
        self.former = termios.tcgetattr(self.slave)
        self.written = b""
        self.process = subprocess.Popen(
            [lab.gpiopress, *arguments], cwd=lab.directory,
            env={**lab.environment, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", **environment},
            stdin=self.slave, stdout=self.slave, stderr=subprocess.PIPE, start_new_session=True)
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self):
        while True:
            try:
                self.written += os.read(self.master, 65536)
            except OSError:
                return

    def resize(self, columns, rows):
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def type(self, keys):
        os.write(self.master, keys.encode())

    def picture(self):
        """The lines of the last picture."""
        last = self.written.rpartition(b"\x1b[H")[2].decode(errors="replace")
        bare = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", last)
        return [line.rstrip("\r") for line in bare.split("\n")]

    def wait(self, text, timeout=5):
        """Waits until a line of the picture matches `text`, a regular expression; gives that line."""
        end = time.monotonic() + timeout
        while time.monotonic() < end:
            for line in self.picture():
                if re.search(text, line):
                    return line
            time.sleep(0.02)
        raise Failure(f"no '{text}' on the screen within {timeout} s\n" + "\n".join(self.picture()))

    def end(self, timeout=5):
        """Waits for the end; the exit status, and what it said on the standard error."""
        try:
            status = self.process.wait(timeout)
        except subprocess.TimeoutExpired:
            raise Failure("it did not end\n" + "\n".join(self.picture())) from None
        # What it wrote last is still on its way through the terminal.
        time.sleep(0.1)
        return status, self.process.stderr.read().decode(errors="replace")

    def is_restored(self):
        """Whether the screen and the terminal's settings are as before."""
        return (ENTER in self.written and self.written.endswith(LEAVE)
                and termios.tcgetattr(self.slave) == self.former)

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self.slave)
        os.close(self.master)
