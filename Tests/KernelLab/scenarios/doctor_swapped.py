"""Knobs whose contacts are swapped, or that have other steps than the file says."""

import signal
import time

from kit import check, equal
from kit.doctor import Session, expect

PANEL = """
    controls:
      swapped: {kind: knob, pins: {a: GPIO5, b: GPIO6}}
      half: {kind: knob, pins: {a: GPIO23, b: GPIO24}}
      loose: {kind: knob, pins: {a: GPIO12, b: GPIO16}}
      last: {kind: button, pin: GPIO17, tap: true}
"""


def turn(*moves):
    for line, close in moves:
        line.close() if close else line.open()
        time.sleep(0.03)


def scenario(lab):
    a, b, c, d, e, f, last = (lab.line(offset) for offset in (5, 6, 23, 24, 12, 16, 17))
    session = Session(lab, PANEL, [a, b, c, d, e, f, last])
    session.wait("turn swapped")
    turn((b, True), (a, True), (b, False), (a, False))
    session.wait("turn half")
    turn((c, True), (d, True))
    session.wait("turn loose")
    turn((e, True), (e, False))
    session.wait("press last")
    # A signal ends it with what it knows by then.
    session.program.send(signal.SIGINT)
    status, found = session.end()
    equal(status, 69, f"exit status ({session.program.report()})")
    expect(found, "turn swapped", "error", "swapped", "swap the pins a and b")
    expect(found, "turn half", "error", "2 quarter-steps", "steps_per_detent: 2")
    expect(found, "turn loose", "error", "only loose.a changes, GPIO16 does not")
    check("presses" in found, session.program.report)
    equal(last.user(), None, "holder after the end")
