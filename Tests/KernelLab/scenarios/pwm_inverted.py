"""LEDs wired to the supply, on channels that run: taken over dark, and never switched off for a moment."""

import ctypes
import os
import signal
import struct

from kit import check, equal
from kit.light import Pca9685

PANEL = """
    board: auto
    controls:
      erase: {kind: button, pin: GPIO17, confirm: {after: 900ms, exclusive: false}, ring: halo}
    rings:
      halo: {driver: pwm, chip: 0-0040, channels: [0, 1, 2], brightness: 1, invert: true}
    outputs: {stdout: true}
"""
FULL = 4096
IN_MODIFY = 2
ROOT = "/sys/bus/i2c/devices/0-0040/pwm"


class Writes:
    """Counts how often files are written, by whomever."""

    def __init__(self, paths):
        libc = ctypes.CDLL(None, use_errno=True)
        self._queue = libc.inotify_init1(os.O_NONBLOCK)
        self._paths = {
            libc.inotify_add_watch(self._queue, path.encode(), IN_MODIFY): path for path in paths}
        check(-1 not in self._paths, "a file cannot be watched")

    def take(self):
        found = []
        while True:
            try:
                data = os.read(self._queue, 4096)
            except BlockingIOError:
                return sorted(found)
            while data:
                watch, _, _, length = struct.unpack_from("iIII", data)
                found.append(self._paths[watch])
                data = data[16 + length:]


def files(name):
    (chip,) = os.listdir(ROOT)
    return [f"{ROOT}/{chip}/pwm{channel}/{name}" for channel in range(3)]


def scenario(lab):
    chip = Pca9685(lab)
    line = lab.line(17)
    program = lab.run(PANEL, [line])
    program.until(lambda: all(0 < each < FULL for each in chip.duties(3)), "the track")
    equal(program.end()[0], 0, "exit status")
    equal(chip.duties(3), [FULL] * 3, "duties at the end: dark is all of the period")

    # Taken over dark, and lit ones after a kill: the channels run on.
    stops, duties = Writes(files("enable")), Writes(files("duty_cycle"))
    for number in (signal.SIGKILL, signal.SIGTERM):
        program = lab.run(PANEL, [line])
        line.close()
        program.wait("confirm_start", "erase")
        program.until(lambda: min(chip.duties(3)) < FULL / 2, "a fill")
        program.end(number)
        line.open()
        equal(stops.take(), [], f"writes to enable until signal {number}")
        check(set(duties.take()) == set(files("duty_cycle")), "no duties were written")
    equal(chip.duties(3), [FULL] * 3, "duties at the end")

    program = lab.run(PANEL, [line])
    program.until(lambda: all(0 < each < FULL for each in chip.duties(3)), "the track")
    program.end(signal.SIGKILL)
    off = lab.program("ring", lab.write("panel.yaml", PANEL), "halo", "off")
    equal(off.end(None)[0], 0, "exit status of off")
    equal(stops.take(), [], "writes to enable by off")
    equal(chip.duties(3), [FULL] * 3, "duties after off")
