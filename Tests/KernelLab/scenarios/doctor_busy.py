"""Lines that somebody holds: each holder is named, the process where it can be seen; the own run is none."""

from kit import check, equal
from kit.doctor import checks, expect

PANEL = """
    controls:
      hogged: {kind: button, pin: GPIO26, tap: true}
      driven: {kind: button, pin: GPIO27, tap: true}
      shared: {kind: button, pin: GPIO22, tap: true}
      free: {kind: button, pin: GPIO17, tap: true}
"""
OTHER = """
    controls:
      own: {kind: button, pin: GPIO22, tap: true}
"""


def scenario(lab):
    line = lab.line(22)
    first = lab.run(OTHER, [line])
    status, found = checks(lab, PANEL, name="busy.yaml")
    equal(status, 69, "exit status")
    expect(found, "line hogged", "error", "lab-hog")
    expect(found, "line driven", "error", "lab-peer", "gpio-keys")
    expect(found, "line shared", "error", "gpiopress", f"process {first.pid}")
    expect(found, "line free", "ok")
    equal(line.user(), "gpiopress", "holder of the shared line afterwards")
    status, found = checks(lab, OTHER)
    equal(status, 0, f"exit status while the panel's own run holds its line ({found})")
    expect(found, "line own", "skipped", f"process {first.pid}")
    lab.tap(line)
    check(first.wait("tap", "own"), "the run goes on")
