"""A chip that comes and goes all the time is damped; once it stays, it is as any other."""

import time

from kit import check, equal

PANEL = """
    controls:
      near: {kind: button, pin: GPIO17, tap: true}
      far: {kind: button, pin: {chip: lab-flapping, line: 3}, confirm: 1s}
"""


def scenario(lab):
    chip = lab.chip("lab-flapping", 8)
    chip.plug()
    near = lab.line(17)
    program = lab.run(PANEL, [near, lab.line(3, "lab-flapping")])
    # Out and in, twice a second, for a minute.
    for _ in range(60):
        chip.unplug()
        time.sleep(0.5)
        chip.plug()
        time.sleep(0.5)
    gone = len(program.events("far", "line_gone"))
    back = len(program.events("far", "line_back"))
    check(3 <= gone <= 20, lambda: f"{gone} times gone in a minute of flapping")
    check(gone - 1 <= back <= gone, lambda: f"{gone} times gone, {back} times back")
    said = sum("lab-flapping" in line or "far" in line for line in program.errors)
    check(said <= 50, lambda: f"{said} lines on stderr:\n{program.report()}")
    equal(program.names("near"), [], "events of the near button")
    # It stays now: back within 5 s, and its button works.
    time.sleep(6)
    equal(program.names("far")[-1], "line_back", "last event of the far button")
    far = lab.line(3, "lab-flapping")
    far.close()
    program.wait("confirm", "far")
    far.open()
    # After ten seconds of health it is no flapping chip any more.
    time.sleep(12)
    chip.unplug()
    program.wait("line_gone", "far", timeout=2)
    time.sleep(2)
    chip.plug()
    program.wait("line_back", "far", timeout=0.5)
    lab.tap(near)
    program.wait("tap", "near")
