"""A machine and a panel that are well: exit 0, nothing held afterwards, and presses that are right."""

import time

from kit import check, equal
from kit.broker import Broker
from kit.doctor import Session, checks, expect

PANEL = """
    controls:
      erase: {kind: button, pin: GPIO17, tap: true, ring: lamp}
      volume: {kind: knob, pins: {a: GPIO5, b: GPIO6, press: GPIO13}}
      door: {kind: switch, pin: GPIO22}
    rings:
      lamp: {driver: led, leds: ["panel:white:ring"]}
    outputs: {stdout: true, mqtt: {host: 127.0.0.1, base: lab/doctor}}
"""


def scenario(lab):
    broker = Broker(lab)
    broker.start()
    status, found = checks(lab, PANEL)
    equal(status, 0, f"exit status ({found})")
    for name in ("kernel", "libgpiod", "clock of edges", "board", "GPIO devices", "chips of board",
                 "header", "panel", "LEDs lamp", "broker"):
        expect(found, name, "ok")
    expect(found, "header", "ok", 'GPIO26 by "lab-hog"', 'GPIO27 by "lab-peer"')
    for name in ("erase", "volume.a", "volume.b", "volume.press", "door"):
        expect(found, f"line {name}", "ok", "edges", "its pull works", "contact open")
    for offset in (17, 5, 6, 13, 22):
        equal(lab.line(offset).user(), None, f"holder of line {offset} after the checks")
    status, found = checks(lab, PANEL.replace("127.0.0.1", "{host}").replace("{host}", "127.0.0.2"))
    equal(status, 69, "exit status without the broker")
    expect(found, "broker", "error", "127.0.0.2:1883")
    pressed(lab)


def pressed(lab):
    erase, a, b, push, door = (lab.line(offset) for offset in (17, 5, 6, 13, 22))
    session = Session(lab, PANEL, [erase, a, b, push, door])
    session.wait("press erase once")
    lab.tap(erase, 0.15)
    session.wait("turn volume clockwise")
    for line, close in ((a, True), (b, True), (a, False), (b, False)):
        line.close() if close else line.open()
        time.sleep(0.03)
    session.wait("press volume.press once")
    lab.tap(push, 0.15)
    session.wait("flip door")
    lab.tap(door, 0.5)
    status, found = session.end()
    equal(status, 0, f"exit status after the presses ({session.program.report()})")
    expect(found, "press erase", "ok", "GPIO17 closed for")
    expect(found, "turn volume", "ok", "4 quarter-steps clockwise")
    expect(found, "press volume.press", "ok")
    expect(found, "flip door", "ok")
    check("\x1b" not in "".join(session.program.lines), "colours without a terminal")
    equal(erase.user(), None, "holder after the end")
