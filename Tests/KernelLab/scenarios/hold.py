"""A long press is a hold, reported while the button is down, and no tap."""

import time

from kit import check, equal

PANEL = """
    controls:
      go: {kind: button, pin: GPIO17, tap: true, hold: 500ms}
"""


def scenario(lab):
    line = lab.line(17)
    program = lab.run(PANEL, [line])
    before = time.monotonic() * 1000
    line.close()
    hold = program.wait("hold", "go")
    check(before + 500 <= hold["at"] <= before + 1000, lambda: f"out of its time: {hold}")
    time.sleep(0.2)
    line.open()
    end = program.wait("hold_end", "go")
    check(end["held"] >= 700, lambda: f"too short: {end}")
    time.sleep(0.5)
    equal(program.names(), ["hold", "hold_end"], "all events")
