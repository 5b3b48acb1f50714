"""A button that is held at the start does nothing until it was let go."""

import time

from kit import equal

PANEL = """
    controls:
      go: {kind: button, pin: GPIO17, wiring: external_active_low, tap: true, hold: 300ms}
"""


def scenario(lab):
    line = lab.line(17)
    # The wiring has no pull of the chip's own, so that the request leaves the contact as it is.
    line.close()
    program = lab.run(PANEL, [line])
    program.wait("boot_held", "go")
    time.sleep(0.6)
    line.open()
    time.sleep(0.3)
    equal(program.names(), ["boot_held"], "events before the first press")
    lab.tap(line)
    program.wait("tap", "go")
    time.sleep(0.3)
    equal(program.names(), ["boot_held", "tap"], "all events")
