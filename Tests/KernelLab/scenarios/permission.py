"""Without the right to open the chip: exit 77, and the hint in the message."""

from kit import check, equal

PANEL = """
    board: auto
    controls:
      go: {kind: button, pin: GPIO17, tap: true}
    outputs: {stdout: true}
"""


def scenario(lab):
    program = lab.program("run", lab.write("panel.yaml", PANEL), user=65534)
    equal(program.end(None)[0], 77, f"exit status ({program.stderr})")
    check("/dev/gpiochip" in program.stderr, lambda: f"where is not reported: {program.stderr}")
    # What helps depends on the device's group and on where this runs.
    hints = ("usermod -aG", "chgrp gpio", "chmod g+rw", "--device /dev/gpiochip")
    check(any(hint in program.stderr for hint in hints), lambda: f"no hint: {program.stderr}")
    equal(program.lines, [], "events")
