"""A chip that is pulled out cancels a running confirm; back again, its button works as before."""

import time

from kit import equal

PANEL = """
    controls:
      near: {kind: button, pin: GPIO17, tap: true}
      far:
        kind: button
        pin: {chip: lab-expander, line: 3}
        confirm: 1s
        tap: true
"""


def scenario(lab):
    chip = lab.chip("lab-expander", 8)
    chip.plug()
    near, far = lab.line(17), lab.line(3, "lab-expander")
    program = lab.run(PANEL, [near, far])
    far.close()
    program.wait("confirm_start", "far")
    chip.unplug()
    program.wait("line_gone", "far")
    program.wait("cancel", "far", reason="line_gone")
    lab.tap(near)
    program.wait("tap", "near")
    time.sleep(1)
    chip.plug()
    program.wait("line_back", "far", timeout=10)
    far = lab.line(3, "lab-expander")
    time.sleep(0.2)
    lab.tap(far)
    program.wait("tap", "far")
    equal(program.names("far"), ["confirm_start", "line_gone", "cancel", "line_back", "tap"],
          "events of the far button")
    equal(program.names("near"), ["tap"], "events of the near button")
