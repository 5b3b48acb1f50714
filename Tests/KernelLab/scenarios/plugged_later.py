"""Hardware that is not there at the start: the program starts, says so, and attaches when it comes."""

import time

from kit import check

PANEL = """
    controls:
      near: {kind: button, pin: GPIO17, tap: true}
      far: {kind: button, pin: {chip: lab-late, line: 1}, tap: true}
"""


def scenario(lab):
    near = lab.line(17)
    program = lab.run(PANEL, [near])
    program.wait("line_gone", "far")
    lab.tap(near)
    program.wait("tap", "near")
    chip = lab.chip("lab-late", 8)
    chip.plug()
    program.wait("line_back", "far", timeout=10)
    far = lab.line(1, "lab-late")
    check(far.user() is not None, "its line is not held")
    time.sleep(0.2)
    lab.tap(far)
    program.wait("tap", "far")
