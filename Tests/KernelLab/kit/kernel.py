"""What a scenario does to the kernel: lines, their contacts, chips and modules."""

import calendar
import ctypes
import fcntl
import glob
import os
import struct
import time

GET_CHIPINFO = 0x8044B401
GET_LINEINFO = 0xC100B405
FLAG_USED = 1
DEBOUNCE = 3

RTC_RD_TIME = 0x80247009
RTC_WKALM_SET = 0x4028700F

I2C_SLAVE_FORCE = 0x0706
I2C_SMBUS = 0x0720
I2C_SMBUS_BYTE_DATA = 2


def write(path, text):
    with open(path, "w") as file:
        file.write(text)


def read(path):
    with open(path) as file:
        return file.read()


def chip_device(label):
    """The node of the chip of this label, or None."""
    for path in sorted(glob.glob("/dev/gpiochip*")):
        try:
            with open(path, "rb") as chip:
                info = bytearray(68)
                fcntl.ioctl(chip, GET_CHIPINFO, info)
        except OSError:
            continue
        if info[32:64].split(b"\0")[0].decode() == label:
            return path
    return None


class Line:
    """One line of a simulated chip, with an imagined contact on it.

    The contact is wired to ground: closed pulls the line down. Close and open it only while the
    line is requested: a request with a bias moves the simulated pull.
    """

    def __init__(self, offset, chip="pinctrl-rp1"):
        self.offset = offset
        self.chip = chip
        self._pull = None

    def _directory(self):
        node = os.path.basename(chip_device(self.chip) or "")
        found = glob.glob(f"/sys/devices/platform/*/{node}/sim_gpio{self.offset}") if node else []
        if not found:
            raise FileNotFoundError(f"no simulated line {self.offset} of {self.chip}")
        return found[0]

    def set_pull(self, pull):
        if self._pull is None:
            self._pull = os.path.join(self._directory(), "pull")
        write(self._pull, pull)

    def close(self):
        self.set_pull("pull-down")

    def open(self):
        self.set_pull("pull-up")

    def value_path(self):
        return os.path.join(self._directory(), "value")

    def value(self):
        return int(read(self.value_path()))

    def _info(self):
        """What the kernel says of the line; None if the chip is not there."""
        path = chip_device(self.chip)
        if path is None:
            return None
        info = bytearray(256)
        struct.pack_into("I", info, 64, self.offset)
        with open(path, "rb") as chip:
            fcntl.ioctl(chip, GET_LINEINFO, info)
        return info

    def debounce(self):
        """The kernel's debounce of the line in microseconds; 0 without one."""
        info = self._info()
        (count,) = struct.unpack_from("I", info, 68)
        attributes = [struct.unpack_from("IIQ", info, 80 + 16 * n) for n in range(count)]
        periods = [value & 0xFFFFFFFF for kind, _, value in attributes if kind == DEBOUNCE]
        return periods[0] if periods else 0

    def user(self):
        """Who holds the line; None if nobody, or if the chip is not there."""
        info = self._info()
        if info is None:
            return None
        (flags,) = struct.unpack_from("Q", info, 72)
        return info[32:64].split(b"\0")[0].decode() if flags & FLAG_USED else None


class PluggedChip:
    """A chip that can be pulled out and put back."""

    root = "/sys/kernel/config/gpio-sim"

    def __init__(self, label, lines):
        self.path = f"{self.root}/{label}"
        os.makedirs(f"{self.path}/bank0", exist_ok=True)
        write(f"{self.path}/bank0/num_lines", str(lines))
        write(f"{self.path}/bank0/label", label)

    def plug(self):
        write(f"{self.path}/live", "1")

    def unplug(self):
        write(f"{self.path}/live", "0")

    def remove(self):
        if read(f"{self.path}/live").strip() == "1":
            self.unplug()
        os.rmdir(f"{self.path}/bank0")
        os.rmdir(self.path)


class I2CRegister:
    """A register of a chip on the stub bus: what the outside world sets, and what a driver wrote."""

    def __init__(self, bus, address, register):
        self._bus = bus
        self._address = address
        self._register = register

    def set(self, value):
        self._transfer(0, value)

    def get(self):
        return self._transfer(1, 0)

    def _transfer(self, is_read, value):
        data = ctypes.create_string_buffer(34)
        data[0] = value
        arguments = struct.pack(
            "=BBxxIQ", is_read, self._register, I2C_SMBUS_BYTE_DATA, ctypes.addressof(data)
        )
        with open(self._bus, "rb") as bus:
            fcntl.ioctl(bus, I2C_SLAVE_FORCE, self._address)
            fcntl.ioctl(bus, I2C_SMBUS, arguments)
        return data[0][0]


def load_module(path, parameters=""):
    """insmod, by the kernel's own call. Loading it a second time does nothing."""
    libc = ctypes.CDLL(None, use_errno=True)
    with open(path, "rb") as module:
        # 313 is finit_module on x86-64.
        if libc.syscall(313, module.fileno(), parameters.encode(), 0) != 0:
            code = ctypes.get_errno()
            if code != 17:
                raise OSError(code, f"{path}: {os.strerror(code)}")


def load_stub_bus(modules):
    """Loads i2c-stub: an I2C bus with registers and nothing else at these addresses."""
    load_module(os.path.join(modules, "i2c-stub.ko"), "chip_addr=0x14,0x20,0x40,0x62")


def suspend(seconds):
    """The machine sleeps, and its clock wakes it after so many seconds.

    Only where the lab's clock is virtual: with the host's, this kernel wakes at once.
    """
    with open("/dev/rtc0", "rb") as clock:
        now = bytearray(36)
        fcntl.ioctl(clock, RTC_RD_TIME, now)
        second, minute, hour, day, month, year = struct.unpack_from("6i", now)
        wake = time.gmtime(
            calendar.timegm((year + 1900, month + 1, day, hour, minute, second)) + seconds
        )
        alarm = struct.pack(
            "=BBxx9i", 1, 0, wake.tm_sec, wake.tm_min, wake.tm_hour, wake.tm_mday,
            wake.tm_mon - 1, wake.tm_year - 1900, 0, 0, 0,
        )
        fcntl.ioctl(clock, RTC_WKALM_SET, alarm)
    write("/sys/power/state", "mem")


def voluntary_switches(pid):
    """How often each thread of a process went to sleep of its own accord, added up."""
    total = 0
    for status in glob.glob(f"/proc/{pid}/task/*/status"):
        for text in read(status).splitlines():
            if text.startswith("voluntary_ctxt_switches:"):
                total += int(text.split()[1])
    return total


def state(pid):
    """The process's state letter: S sleeps, R runs."""
    return read(f"/proc/{pid}/stat").rsplit(")", 1)[1].split()[0]


def wait_asleep(pid):
    """Waits, a second at most, until a process has gone to sleep and stays so."""
    before = -1
    for _ in range(50):
        now = voluntary_switches(pid)
        if now == before and state(pid) == "S":
            return
        before = now
        time.sleep(0.02)
