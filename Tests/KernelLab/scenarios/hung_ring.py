"""A ring whose device never takes a frame: nothing waits for it, no reload leaks, the end comes in time."""

import os
import signal
import time

from kit import check, equal
from kit.light import Pca9685

PANEL = """\
board: auto
controls:
  go: {{kind: button, pin: GPIO17, tap: true, ring: quick}}
rings:
  hung: {{driver: terminal, pixels: {pixels}, idle: breathe}}
  quick: {{driver: pwm, chip: 0-0040, channels: [0, 1, 2, 3], brightness: 1}}
outputs: {{stdout: true}}
"""


def threads(program):
    return len(os.listdir(f"/proc/{program.pid}/task"))


def scenario(lab):
    chip = Pca9685(lab)
    line = lab.line(17)
    # Nobody reads this terminal.
    master, end = os.openpty()
    lab.environment.update(TERM="xterm-256color", COLORTERM="truecolor", LC_ALL="C.UTF-8")
    try:
        program = lab.program(
            "run", lab.write("panel.yaml", PANEL.format(pixels=24)), terminal=end)
        program.until(lambda: line.user(), "request of its line")
        program.until(lambda: min(chip.duties(4)) > 50, "the track of the other ring")
        # Some seconds of frames fill it.
        time.sleep(5)
        before = threads(program)
        lab.tap(line)
        tap = program.wait("tap", "go")
        check(tap["decided"] - tap["at"] < 25, lambda: f"late: {tap}")

        for number in range(1, 9):
            lab.write("panel.yaml", PANEL.format(pixels=24 + number))
            program.send(signal.SIGHUP)
            program.until(
                lambda: sum("reloaded" in each for each in program.errors) == number, "reload")
            lab.tap(line)
            tap = program.wait("tap", "go")
            check(tap["decided"] - tap["at"] < 25, lambda: f"late after a reload: {tap}")
        # The one that hangs, and the one that waits for its turn.
        program.until(lambda: threads(program) <= before + 1, "end of the others' threads")
        check(min(chip.duties(4)) > 50, "the other ring is dark")

        status, took = program.end()
        equal(status, 0, "exit status")
        check(took < 0.15, f"the end took {took * 1000:.0f} ms")
        equal(chip.duties(4), [0] * 4, "duties of the other ring")
        reported = [each for each in program.errors if "hung: its device hangs" in each]
        equal(len(reported), 1, "how often it is said that it hangs")
    finally:
        os.close(master)
        os.close(end)
