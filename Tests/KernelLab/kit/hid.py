"""A HID device of user space whose kernel driver has a LED of three colours: a game pad."""

import glob
import os
import struct
import threading
import time

from . import check

EVENT_SIZE = 4 + 4372
DESTROY, OUTPUT, GET_REPORT, GET_REPORT_REPLY, CREATE2 = 1, 6, 9, 10, 11
USB = 3
VENDOR, PRODUCT = 0x054C, 0x0CE6

# One report of each kind; the driver knows the rest by itself.
DESCRIPTOR = bytes([
    0x05, 0x01, 0x09, 0x05, 0xA1, 0x01, 0x85, 0x01, 0x09, 0x30, 0x15, 0x00, 0x26, 0xFF, 0x00, 0x75,
    0x08, 0x95, 0x3F, 0x81, 0x02, 0x06, 0x00, 0xFF, 0x85, 0x02, 0x09, 0x23, 0x95, 0x2F, 0x91, 0x02,
    0x85, 0x05, 0x09, 0x33, 0x95, 0x28, 0xB1, 0x02, 0x85, 0x09, 0x09, 0x24, 0x95, 0x13, 0xB1, 0x02,
    0x85, 0x20, 0x09, 0x26, 0x95, 0x3F, 0xB1, 0x02, 0xC0,
])


def calibration():
    """Gyroscope and accelerometer of no bias; the driver divides by these numbers."""
    numbers = [0, 0, 0] + [1000, -1000] * 3 + [1000, 1000] + [8000, -8000] * 3
    return struct.pack("<B17h6x", 5, *numbers)


class Pad:
    """A pad with the driver of the kernel on it; `colour` is what its light was sent last."""

    def __init__(self):
        self.colours = []
        self._is_open = True
        self._device = os.open("/dev/uhid", os.O_RDWR | os.O_CLOEXEC)
        create = struct.pack(
            "<I128s64s64sHHIIII", CREATE2, b"lab pad", b"", b"", len(DESCRIPTOR), USB, VENDOR,
            PRODUCT, 0x100, 0)
        os.write(self._device, create + DESCRIPTOR)
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()
        end = time.monotonic() + 5
        while not self._names() and time.monotonic() < end:
            time.sleep(0.02)
        check(self._names(), "the pad's driver made no LED")
        self.led = self._names()[0]

    @staticmethod
    def _names():
        return [os.path.basename(each) for each in glob.glob("/sys/class/leds/*:rgb:indicator")]

    def _serve(self):
        while self._is_open:
            event = os.read(self._device, EVENT_SIZE)
            (kind,) = struct.unpack_from("<I", event)
            if kind == GET_REPORT:
                number, report = struct.unpack_from("<IB", event, 4)
                answers = {
                    5: calibration(),
                    9: struct.pack("<B6s13x", 9, bytes([2, 0, 0, 0, 0, 1])),
                    32: struct.pack("<B63x", 32),
                }
                data = answers.get(report, b"")
                os.write(self._device, struct.pack(
                    "<IIHH", GET_REPORT_REPLY, number, 0 if data else 5, len(data)) + data)
            elif kind == OUTPUT:
                colour = tuple(event[4 + 45:4 + 48])
                # The flag that this report is about the colour.
                if event[4 + 2] & 4 and (not self.colours or self.colours[-1] != colour):
                    self.colours.append(colour)

    @property
    def colour(self):
        return self.colours[-1] if self.colours else None

    def remove(self):
        if not self._is_open:
            return
        self._is_open = False
        os.write(self._device, struct.pack("<I", DESTROY))
        os.close(self._device)
