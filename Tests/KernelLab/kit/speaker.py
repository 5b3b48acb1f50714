"""A program that speaks to a panel's control socket."""

import json
import socket
import time

from .program import Failure


class Speaker:
    """A connection to the socket at `path`: one JSON object a line, in both directions."""

    def __init__(self, path, timeout=5):
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(timeout)
        self._socket.connect(path)
        self._rest = b""
        # Events that came while an answer was waited for.
        self.events = []

    def close(self):
        self._socket.close()

    def end_sending(self):
        self._socket.shutdown(socket.SHUT_WR)

    def send(self, request):
        line = request if isinstance(request, bytes) else json.dumps(request).encode() + b"\n"
        self._socket.sendall(line)

    def line(self):
        """The next line as an object; None at the end of the connection."""
        while b"\n" not in self._rest:
            try:
                more = self._socket.recv(1 << 16)
            except socket.timeout:
                raise Failure("nothing came over the socket in time") from None
            except ConnectionResetError:
                more = b""
            if not more:
                return None
            self._rest += more
        line, self._rest = self._rest.split(b"\n", 1)
        return json.loads(line)

    def ask(self, request):
        """The answer to a request."""
        self.send(request)
        while True:
            line = self.line()
            if line is None or "event" not in line:
                return line
            self.events.append(line)

    def event(self, name):
        """The next event of this name."""
        end = time.monotonic() + 10
        while time.monotonic() < end:
            line = self.events.pop(0) if self.events else self.line()
            if line is None:
                raise Failure(f"the connection ended before {name} came")
            if line.get("event") == name:
                return line
        raise Failure(f"no event {name} over the socket")

    def is_closed(self):
        """Whether the other side has closed, once all that came is read."""
        return self.line() is None
