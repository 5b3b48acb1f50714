"""Keyboards of the kernel: which there are, and what is typed on one."""

import fcntl
import glob
import os
import select
import struct
import threading
import time

from . import check, kernel

EVENT = struct.Struct("llHHi")
KEY, SYN = 1, 0
EVIOCGID = 0x80084502
EVIOCGKEY = 0x80604518
EVIOCGBIT_KEY = 0x80604521


def find(name):
    """The event device of the keyboard called `name`, or None."""
    for path in glob.glob("/sys/class/input/event*/device/name"):
        try:
            if kernel.read(path).strip() == name:
                return "/dev/input/" + path.split("/")[4]
        except OSError:
            continue
    return None


def wait(program, name):
    """The device of the keyboard once the program has made it."""
    path = program.until(lambda: find(name), f"keyboard {name}")
    program.until(lambda: os.path.exists(path), f"node {path}")
    return path


def bits(data):
    return {number for number in range(8 * len(data)) if data[number // 8] >> number % 8 & 1}


class Keyboard:
    """One who reads a keyboard: `typed` has `(key, value)` of each report, 1 for down and 0 for up."""

    def __init__(self, path):
        self.path = path
        self.typed = []
        self.stamps = []
        self.is_gone = False
        self.lost = 0
        self._device = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
        self._report = []
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def _serve(self):
        while True:
            select.select([self._device], [], [])
            try:
                data = os.read(self._device, 64 * EVENT.size)
            except BlockingIOError:
                continue
            except OSError:
                self.is_gone = True
                return
            for second, microsecond, kind, code, value in EVENT.iter_unpack(data):
                if kind == KEY:
                    self._report.append((code, value))
                elif kind == SYN and code == 3:
                    self.lost += 1
                elif kind == SYN and code == 0:
                    # Each change is a report of its own.
                    self.typed += self._report if len(self._report) == 1 else [self._report]
                    self.stamps += [1000 * second + microsecond / 1000] * len(self._report)
                    self._report = []

    def wait(self, program, typed, timeout=5):
        """Waits until exactly this was typed since it was asked last."""
        program.until(lambda: len(self.typed) >= len(typed) or self.is_gone, f"keys {typed}",
                      timeout)
        # What is too much comes at once.
        time.sleep(0.05)
        check(self.typed == typed, lambda: f"typed {self.typed}, expected {typed}\n{program.report()}")
        self.typed = []
        stamps, self.stamps = self.stamps, []
        return stamps

    def down(self):
        """The keys that the kernel has as down."""
        data = bytearray(96)
        fcntl.ioctl(self._device, EVIOCGKEY, data)
        return bits(data)

    def keys(self):
        """The keys that it has."""
        data = bytearray(96)
        fcntl.ioctl(self._device, EVIOCGBIT_KEY, data)
        return bits(data)

    def identity(self):
        """Bus, vendor, product, version."""
        data = bytearray(8)
        fcntl.ioctl(self._device, EVIOCGID, data)
        return struct.unpack("4H", data)
