"""A short press is a tap, reported once, with the stamps of the kernel."""

import time

from kit import check, equal

PANEL = """
    controls:
      go: {kind: button, pin: GPIO17, tap: true, hold: 1s}
"""


def scenario(lab):
    line = lab.line(17)
    program = lab.run(PANEL, [line])
    before = time.monotonic() * 1000
    lab.tap(line)
    tap = program.wait("tap", "go")
    after = time.monotonic() * 1000
    equal(tap["count"], 1, "count")
    check(before + 80 <= tap["at"] <= tap["decided"] <= after, lambda: f"out of its time: {tap}")
    check(tap["decided"] - tap["at"] >= 20, "a release settles for 20 ms")
    check("T" in tap["time"], "the wall clock is reported, too")
    time.sleep(1.5)
    equal(program.names(), ["tap"], "all events")
    equal(program.end()[0], 0, "exit status")
    equal(program.names(), ["tap"], "all events after the end")
