"""A real broker inside the lab's kernel, and somebody who watches what it carries."""

import fcntl
import os
import signal
import socket
import struct
import subprocess
import time

from .program import Failure, Skip

PATIENCE = 60
SIOCGIFFLAGS, SIOCSIFFLAGS, IFF_UP = 0x8913, 0x8914, 1


def raise_loopback():
    """The lab's kernel starts with its loopback down."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as control:
        request = struct.pack("16sH14x", b"lo", 0)
        flags = struct.unpack("16sH14x", fcntl.ioctl(control, SIOCGIFFLAGS, request))[1]
        fcntl.ioctl(control, SIOCSIFFLAGS, struct.pack("16sH14x", b"lo", flags | IFF_UP))


class Broker:
    """mosquitto at the usual port of 127.0.0.1; it is ended when the scenario is over."""

    def __init__(self, lab):
        if not os.path.exists("/usr/sbin/mosquitto"):
            raise Skip("mosquitto is not installed")
        raise_loopback()
        self._lab = lab
        self._process = None
        self._watchers = []
        self._file = lab.write(
            "mosquitto.conf", "listener 1883 127.0.0.1\nallow_anonymous true\nuser root\n")
        lab._cleaners.append(self.remove)

    def start(self):
        self._process = subprocess.Popen(
            ["/usr/sbin/mosquitto", "-c", self._file], stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", 1883)) == 0:
                    return
            time.sleep(0.05)
        raise Failure("mosquitto does not start")

    def kill(self):
        """As a crash or a lost power ends it."""
        if self._process:
            self._process.kill()
            self._process.wait()
            self._process = None

    def freeze(self):
        """It keeps its connections and says nothing."""
        self._process.send_signal(signal.SIGSTOP)

    def thaw(self):
        self._process.send_signal(signal.SIGCONT)

    def publish(self, topic, payload, *options):
        subprocess.run(
            ["mosquitto_pub", "-h", "127.0.0.1", "-t", topic, "-m", payload, *options], check=True)

    def watch(self, *filters):
        watcher = Watcher(self._lab.path(f"watched-{len(self._watchers)}"), filters)
        self._watchers.append(watcher)
        return watcher

    def remove(self):
        for watcher in self._watchers:
            watcher.end()
        self.kill()


class Watcher:
    """What came of some topics: lines `topic payload`, whether the broker had kept them or not."""

    def __init__(self, path, filters):
        self._path = path
        arguments = ["mosquitto_sub", "-h", "127.0.0.1", "-q", "1", "-F", "%t %p"]
        for each in filters:
            arguments += ["-t", each]
        with open(path, "wb") as file:
            self._process = subprocess.Popen(
                arguments, stdin=subprocess.DEVNULL, stdout=file, stderr=subprocess.DEVNULL)

    @property
    def lines(self):
        with open(self._path, encoding="utf-8") as file:
            return file.read().splitlines()

    def wait(self, *words):
        """The first line that has all of these words."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            for line in self.lines:
                if all(word in line for word in words):
                    return line
            time.sleep(0.05)
        raise Failure(f"no message with {words}: {self.lines[-20:]}")

    def end(self):
        self._process.kill()
        self._process.wait()
