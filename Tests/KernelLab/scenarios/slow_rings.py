"""SIGTERM with rings that hang or are slow: one deadline for all, and each that can be is made dark."""

import fcntl
import os
import signal
import time

from kit import check, equal
from kit.light import Pca9685, SpiCounters

FIFOS = 48
LEDS = 1000
# A start, four bytes an LED, the latch, and a clock for two LEDs.
FRAME = 4 + LEDS * 4 + 4 + (LEDS + 15) // 16
SPEED = 400_000

PANEL = f"""
    controls:
      erase: {{kind: button, pin: GPIO17, confirm: {{after: 2s, exclusive: false}}, ring: big}}
      go: {{kind: button, pin: GPIO22, tap: true, ring: quick}}
    rings:
      big:
        driver: apa102
        device: /dev/spidev0.0
        pixels: {LEDS}
        speed: {SPEED // 1000}kHz
        fps: 30
      quick: {{driver: pwm, chip: 0-0040, channels: [0, 1, 2, 3], brightness: 1}}
""" + "".join(
    f"      pipe{number}: {{driver: file, path: pipe{number}, pixels: 1024, idle: breathe}}\n"
    for number in range(FIFOS)
) + "    outputs: {stdout: true}\n"


class Reader:
    """The end of a FIFO that is read by nobody until it is asked."""

    def __init__(self, path):
        os.mkfifo(path)
        self._end = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        # As full as can be with the least: a page.
        fcntl.fcntl(self._end, fcntl.F_SETPIPE_SZ if hasattr(fcntl, "F_SETPIPE_SZ") else 1031, 4096)

    def close(self):
        os.close(self._end)


def scenario(lab):
    chip = Pca9685(lab)
    lines = [lab.line(17), lab.line(22)]
    readers = [Reader(lab.path(f"pipe{number}")) for number in range(FIFOS)]
    try:
        for number in (signal.SIGTERM, signal.SIGINT):
            check_end(lab, chip, lines, number)
    finally:
        for reader in readers:
            reader.close()


def check_end(lab, chip, lines, number):
    program = lab.run(PANEL, lines)
    erase, go = lines
    program.until(lambda: min(chip.duties(4)) > 50, "the track")
    program.wait_error("pipe0: write pipe0: its reader does not keep up", timeout=10)

    # Buttons are as prompt as ever beside them.
    lab.tap(go)
    tap = program.wait("tap", "go")
    check(tap["decided"] - tap["at"] < 25, lambda: f"late: {tap}")

    # In the middle of a fill, so that a frame is on its way and another waits.
    erase.close()
    program.wait("confirm_start", "erase")
    counters = SpiCounters()
    time.sleep(0.5)
    status, took = program.end(number)
    erase.open()
    equal(status, 0, "exit status")
    # Sixty milliseconds for all, and two frames of the big one.
    frame = FRAME * 8 / SPEED
    check(took < 0.06 + 3 * frame + 0.1, lambda: f"it took {took:.3f} s, a frame {frame:.3f} s")
    equal(chip.duties(4), [0] * 4, "duties of the quick ring")
    went = counters.take()
    # Nothing was cut off: the last one is the dark one, whole.
    equal(went["bytes_tx"] % FRAME, 0, "bytes of the big ring beyond whole frames")
    check(went["bytes_tx"] >= 2 * FRAME, lambda: f"the big ring got {went}")
    check("big: its device hangs" not in program.stderr, lambda: program.stderr)
