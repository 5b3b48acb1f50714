"""Nothing wakes the program while nothing is pressed: not before the first press, not after the last."""

import time

from kit import equal, kernel

PANEL = """
    controls:
      erase: {kind: button, pin: GPIO17, tap: true, confirm: 900ms, ring: halo}
      door: {kind: switch, pin: GPIO22}
    rings:
      halo: {driver: file, path: frames.jsonl, pixels: 12}
"""


def sleeps(program, when):
    before = kernel.voluntary_switches(program.pid)
    time.sleep(5)
    equal(kernel.voluntary_switches(program.pid) - before, 0, f"wake-ups in five seconds {when}")


def scenario(lab):
    line = lab.line(17)
    program = lab.run(PANEL, [line, lab.line(22)])
    program.wait("state", "door")
    # A second after the start it gives back what only the start needed.
    time.sleep(2)
    sleeps(program, "before the first press")
    lab.tap(line)
    program.wait("tap", "erase")
    line.close()
    program.wait("confirm_start", "erase")
    line.open()
    program.wait("cancel", "erase")
    time.sleep(2)
    sleeps(program, "after the last press")
