"""Presses that bounce on two lines, a millisecond apart, hundreds of times: no false loss or resync."""

import time

from kit import check, equal

PRESSES = 240
PANEL = """
    controls:
      left: {kind: button, pin: GPIO17, tap: true, hold: 2s}
      right: {kind: button, pin: GPIO22, tap: true, hold: 2s}
      door: {kind: switch, pin: GPIO23}
"""


def move(lines, levels, step):
    """Each line takes the levels in turn, the second a bit behind the first."""
    for level in levels:
        for line in lines:
            line.close() if level else line.open()
            time.sleep(step)


def scenario(lab):
    left, right = lab.line(17), lab.line(22)
    program = lab.run(PANEL, [left, right, lab.line(23)])
    for press in range(PRESSES):
        step = (0.0005, 0.001, 0.0013, 0.002)[press % 4]
        move([left, right], [1, 0, 1, 0, 1], step)
        # Long enough for audits, which come every 250 ms while something is closed.
        time.sleep(0.26 + 0.0007 * (press % 13))
        move([right, left], [0, 1, 0, 1, 0], step)
        time.sleep(0.1)
    time.sleep(0.5)
    wrong = [each for each in program.events() if each["event"] in ("lost", "resync", "cancel")]
    check(not wrong, lambda: f"{len(wrong)} false events, such as {wrong[:3]}")
    # By the host's clock a bounce may take so long that it is a press of its own.
    for control in () if lab.has_host_clock else ("left", "right"):
        equal(len(program.events(control, "tap")), PRESSES, f"taps of {control}")
