"""Without the right to open a chip: exit 77, a hint, and all other checks all the same."""

from kit import check, equal
from kit.doctor import checks, expect

PANEL = """
    controls:
      go: {kind: button, pin: GPIO17, tap: true}
"""
HINTS = ("usermod -aG", "chgrp gpio", "chmod g+rw", "--device /dev/gpiochip")


def scenario(lab):
    status, found = checks(lab, PANEL, user=65534)
    equal(status, 77, "exit status")
    for name in ("GPIO devices", "line go"):
        text = expect(found, name, "error", "/dev/gpiochip")
        check(any(hint in text for hint in HINTS), f"no hint: {text}")
    expect(found, "kernel", "ok")
    expect(found, "board", "ok")
    expect(found, "panel", "ok")
    status, found = checks(lab, "controls: {go: {kind: button, pin: GPIO99}}", name="bad.yaml")
    equal(status, 78, "exit status of a bad panel")
    expect(found, "panel", "error", "GPIO99")
    expect(found, "GPIO devices", "ok")
