"""A contact that hums (50 Hz, closed for 10.5 ms, open for 9.5 ms) for 3 s never confirms."""

import time

from kit import check

PANEL = """
    controls:
      erase: {kind: button, pin: GPIO17, confirm: 500ms}
"""


def scenario(lab):
    line = lab.line(17)
    program = lab.run(PANEL, [line])
    end = time.monotonic() + 3
    while time.monotonic() < end:
        line.close()
        time.sleep(0.0105)
        line.open()
        time.sleep(0.0095)
    time.sleep(3)
    check("confirm" not in program.names(), lambda: f"it confirmed: {program.report()}")
    line.close()
    program.wait("confirm", "erase")
