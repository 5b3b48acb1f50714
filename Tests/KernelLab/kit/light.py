"""What LEDs of real kernel drivers get: registers, counters, and the far side of a LED of user space."""

import os
import select
import struct
import time

from . import Failure, check, kernel


class Pca9685:
    """The real driver of a PCA9685 on the kernel's stub bus; duty cycles are read from its registers."""

    chip = "0-0040"
    address = 0x40

    def __init__(self, lab):
        kernel.load_stub_bus(lab.modules)
        self.plug()

    @staticmethod
    def is_plugged():
        return os.path.exists("/sys/bus/i2c/devices/0-0040")

    def plug(self):
        """Power comes on: the registers as the data sheet has them, then the kernel's driver."""
        if not self.is_plugged():
            self.set(0x00, 0x11)
            # 200 Hz; a prescaler of 0, as the stub has it, cannot be.
            self.set(0xFE, 0x1E)
            for channel in range(16):
                for index, value in enumerate((0, 0, 0, 0x10)):
                    self.set(6 + 4 * channel + index, value)
            kernel.write("/sys/bus/i2c/devices/i2c-0/new_device", "pca9685-pwm 0x40")
        check(os.path.isdir("/sys/bus/i2c/devices/0-0040/pwm"), "the PCA9685 has no PWM chip")

    def unplug(self):
        if self.is_plugged():
            kernel.write("/sys/bus/i2c/devices/i2c-0/delete_device", "0x40")

    def register(self, number):
        return kernel.I2CRegister("/dev/i2c-0", self.address, number).get()

    def set(self, number, value):
        kernel.I2CRegister("/dev/i2c-0", self.address, number).set(value)

    def frequency(self):
        return 25e6 / 4096 / (self.register(0xFE) + 1)

    def is_asleep(self):
        return bool(self.register(0x00) & 0x10)

    def duty(self, channel):
        """Of 4096 parts of the period: how many the channel is on."""
        base = 6 + 4 * channel
        on, on_high, off, off_high = (self.register(base + index) for index in range(4))
        # The flags for always off and always on; off wins.
        if off_high & 0x10:
            return 0
        if on_high & 0x10:
            return 4096
        return (off + 256 * (off_high & 15) - on - 256 * (on_high & 15)) % 4096

    def duties(self, channels):
        return [self.duty(each) for each in range(channels)]

    def watch(self, channels, seconds, every=0.02):
        """The duties of so many channels over a time, without repeats."""
        found = []
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            duties = self.duties(channels)
            if not found or found[-1] != duties:
                found.append(duties)
            time.sleep(every)
        return found


class Pca9632:
    """Four LEDs of a PCA9632 with the kernel's own driver, as the registers light them."""

    address = 0x62
    leds = [f"pca963x:white:halo-{number}" for number in range(4)]

    def __init__(self, lab):
        kernel.load_stub_bus(lab.modules)

    def register(self, number):
        return kernel.I2CRegister("/dev/i2c-0", self.address, number).get()

    def is_asleep(self):
        """By MODE1."""
        return bool(self.register(0x00) & 0x10)

    def pixels(self):
        """What each LED is lit with, of 255."""
        drivers = self.register(0x08)
        return [(self._level(number, drivers >> 2 * number & 3),) for number in range(4)]

    def _level(self, number, driver):
        """By LEDOUT: off, on, or PWM0 and following, for which the oscillator has to run."""
        if driver == 3:
            raise Failure(f"LED {number} of the PCA9632 is dimmed with its group")
        if driver == 2:
            return 0 if self.is_asleep() else self.register(0x02 + number)
        return 255 * driver


class Lp5012:
    """Four LEDs of red, green and blue of a LP5012 with the kernel's own driver, likewise."""

    address = 0x14
    leds = [f"lp5012:rgb:lamp-{number}" for number in range(4)]

    def __init__(self, lab):
        kernel.load_stub_bus(lab.modules)

    def register(self, number):
        return kernel.I2CRegister("/dev/i2c-0", self.address, number).get()

    def pixels(self):
        """The product of an LED's brightness and each of its colours, where the chip is enabled."""
        if not self.register(0x00) & 0x40:
            return [(0, 0, 0)] * 4
        return [
            tuple(
                round(self.register(0x07 + number) * self.register(0x0B + 3 * number + channel) / 255)
                for channel in range(3)
            )
            for number in range(4)
        ]


def code(level, colour, brightness=1, largest=4096):
    """What a driver gets of a channel of 0 to 255 at a level: light to the power of 2.2."""
    return (level * colour / 255) ** 2.2 * brightness * largest


class UserLed:
    """A LED of the kernel's LED class whose far side is this process (/dev/uleds)."""

    def __init__(self, name, largest=255):
        self.name = name
        self._device = os.open("/dev/uleds", os.O_RDWR | os.O_NONBLOCK)
        os.write(self._device, struct.pack("64si", name.encode(), largest))
        self.seen = [0]

    def brightness(self):
        """The newest brightness that reached the far side; all are kept in `seen`."""
        while select.select([self._device], [], [], 0)[0]:
            try:
                (value,) = struct.unpack("i", os.read(self._device, 4))
            except BlockingIOError:
                break
            if self.seen[-1] != value:
                self.seen.append(value)
        return self.seen[-1]

    def watch(self, seconds, every=0.01):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.brightness()
            time.sleep(every)
        return self.seen

    def remove(self):
        if self._device is not None:
            os.close(self._device)
        self._device = None


class SpiCounters:
    """How much went out on the first SPI bus, by the kernel's own count."""

    root = "/sys/class/spi_master/spi0/statistics"

    def __init__(self):
        if not os.path.exists("/dev/spidev0.0"):
            raise Failure("there is no /dev/spidev0.0")
        self._begin = self._now()

    def _now(self):
        return {
            name: int(kernel.read(f"{self.root}/{name}"))
            for name in ("bytes_tx", "messages", "transfers", "errors", "timedout")
        }

    def take(self):
        """What went out since the last time."""
        now = self._now()
        went = {name: now[name] - self._begin[name] for name in now}
        self._begin = now
        return went


def shares(lines, periods=60, period=0.005):
    """How much of the time each line is high, and how often it rose, over so many periods.

    Looks are no fraction of a period apart, so that they fall on all parts of it.
    """
    paths = [line.value_path() for line in lines]
    seen = [[] for _ in lines]
    every = period / 31.7
    begin = time.monotonic()
    for number in range(round(periods * period / every)):
        time.sleep(max(0, begin + number * every - time.monotonic()))
        for path, found in zip(paths, seen):
            found.append(int(kernel.read(path)))
    rises = [sum(1 for pair in zip(found, found[1:]) if pair == (0, 1)) for found in seen]
    return [sum(found) / len(found) for found in seen], rises
