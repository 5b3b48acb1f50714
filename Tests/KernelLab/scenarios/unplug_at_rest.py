"""A chip that goes while nothing is pressed is noticed without a timer; put back, its button works."""

import time

from kit import equal, kernel

PANEL = """
    controls:
      near: {kind: button, pin: GPIO17, tap: true}
      far: {kind: button, pin: {chip: lab-rest, line: 3}, tap: true, confirm: 1s}
      other: {kind: button, pin: {chip: lab-other, line: 1}, tap: true}
"""


def sleeps(program, when):
    before = kernel.voluntary_switches(program.pid)
    time.sleep(10)
    equal(kernel.voluntary_switches(program.pid) - before, 0, f"wake-ups in ten seconds {when}")


def scenario(lab):
    chip, other = lab.chip("lab-rest", 8), lab.chip("lab-other", 4)
    chip.plug()
    program = lab.run(PANEL, [lab.line(17), lab.line(3, "lab-rest")])
    program.wait("line_gone", "other")
    time.sleep(2)
    sleeps(program, "with a chip that is missing from the start")
    for _ in range(2):
        begin = time.monotonic()
        chip.unplug()
        gone = program.wait("line_gone", "far", timeout=2)
        equal(gone["at"] >= begin * 1000 - 1, True, "gone no sooner than it was unplugged")
        time.sleep(2)
        sleeps(program, "while it is away")
        chip.plug()
        program.wait("line_back", "far", timeout=2)
        far = lab.line(3, "lab-rest")
        time.sleep(2)
        sleeps(program, "when it is back")
        lab.tap(far)
        program.wait("tap", "far")
    other.plug()
    program.wait("line_back", "other", timeout=2)
    other.unplug()
    program.wait("line_gone", "other", timeout=2)
    equal(program.names("far"), ["line_gone", "line_back", "tap"] * 2, "events of the far button")
    equal(program.names("near"), [], "events of the near button")
