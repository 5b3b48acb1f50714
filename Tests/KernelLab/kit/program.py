"""The program under test, running: its output, its end, and waiting for what it reports."""

import fcntl
import json
import os
import signal
import subprocess
import termios
import threading
import time

from . import kernel


class Failure(Exception):
    """What a scenario found wrong."""


class Skip(Exception):
    """Why a scenario cannot run on this host."""


class Program:
    """A process whose standard output is JSON lines."""

    def __init__(self, arguments, environment, directory, user=None, terminal=None,
                 prepare=None):
        def begin():
            # The descriptor of a terminal that is to be the process's own, /dev/tty.
            if terminal is not None:
                fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)
            # What the process is to inherit.
            if prepare is not None:
                prepare()

        self.started = time.monotonic()
        self.process = subprocess.Popen(
            arguments, env=environment, cwd=directory, user=user, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
            preexec_fn=begin if terminal is not None or prepare is not None else None,
        )
        self.pid = self.process.pid
        self.lines = []
        self.errors = []
        self._taken = 0
        self._changed = threading.Condition()
        self._readers = [
            threading.Thread(target=self._read, args=(stream, into), daemon=True)
            for stream, into in ((self.process.stdout, self.lines), (self.process.stderr, self.errors))
        ]
        for reader in self._readers:
            reader.start()

    def _read(self, stream, into):
        for line in stream:
            with self._changed:
                into.append(line.decode(errors="replace").rstrip("\n"))
                self._changed.notify_all()

    @property
    def stderr(self):
        return "\n".join(self.errors)

    def events(self, control=None, event=None):
        """All events so far, of one control or name if given."""
        found = [json.loads(line) for line in list(self.lines)]
        return [
            each for each in found
            if control in (None, each.get("control")) and event in (None, each.get("event"))
        ]

    def names(self, control=None):
        """The names of all events so far, in order."""
        return [each["event"] for each in self.events(control)]

    def until(self, condition, what, timeout=5):
        """Waits until `condition()` is true; it is looked at whenever output comes, and often."""
        end = time.monotonic() + timeout
        while True:
            found = condition()
            if found:
                return found
            if time.monotonic() > end:
                raise Failure(f"no {what} within {timeout} s\n{self.report()}")
            with self._changed:
                self._changed.wait(0.01)

    def wait(self, event, control=None, timeout=5, **keys):
        """The next event of this name (and control, and keys) after the last that was waited for."""
        def find():
            for index in range(self._taken, len(self.lines)):
                found = json.loads(self.lines[index])
                if (found.get("event") == event and control in (None, found.get("control"))
                        and all(found.get(key) == value for key, value in keys.items())):
                    self._taken = index + 1
                    return found
            if self.process.poll() is not None:
                raise Failure(f"it ended before {event} came\n{self.report()}")
            return None

        return self.until(find, f"event {event}", timeout)

    def wait_error(self, text, timeout=5):
        """Waits until standard error holds `text`."""
        self.until(lambda: text in self.stderr, f"'{text}' on stderr", timeout)

    def wait_ready(self, lines, timeout=10):
        """Waits until the process holds all of `lines` and has gone to sleep."""
        def ready():
            if self.process.poll() is not None:
                raise Failure(f"it ended at its start\n{self.report()}")
            return all(line.user() for line in lines)

        self.until(ready, "request of its lines", timeout)
        kernel.wait_asleep(self.pid)

    def send(self, number):
        self.process.send_signal(number)

    def end(self, number=signal.SIGTERM, timeout=5):
        """Sends a signal (None: none), waits for the end; the exit status and the seconds it took."""
        begin = time.monotonic()
        if number is not None:
            self.send(number)
        try:
            status = self.process.wait(timeout)
        except subprocess.TimeoutExpired:
            raise Failure(f"it did not end within {timeout} s\n{self.report()}") from None
        took = time.monotonic() - begin
        for reader in self._readers:
            reader.join(2)
        return status, took

    def kill(self):
        if self.process.poll() is None:
            try:
                os.killpg(self.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            self.process.wait(5)

    def report(self):
        """What it said, for a failure's message."""
        status = self.process.poll()
        head = "it runs" if status is None else f"it ended with {status}"
        return "\n".join([head, "  stdout:"] + [f"    {line}" for line in self.lines[-40:]]
                         + ["  stderr:"] + [f"    {line}" for line in self.errors[-40:]])
