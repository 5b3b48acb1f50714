"""Contacts that are wired wrong: rests closed, at its neighbour's pin, without a pull, loose."""

import time

from kit import equal
from kit.doctor import Session, expect

PANEL = """
    controls:
      turned: {kind: button, pin: GPIO17, tap: true}
      moved: {kind: button, pin: GPIO22, tap: true}
      hums: {kind: button, pin: GPIO24, tap: true}
      loose: {kind: button, pin: GPIO25, tap: true}
"""


def scenario(lab):
    turned, moved, hums, loose = (lab.line(offset) for offset in (17, 22, 24, 25))
    neighbour = lab.line(23)
    session = Session(lab, PANEL, [turned, moved, hums, loose, neighbour])
    turned.close()
    for _ in range(25):
        hums.close()
        time.sleep(0.025)
        hums.open()
        time.sleep(0.025)
    session.wait("press turned")
    turned.open()
    time.sleep(0.15)
    turned.close()
    session.wait("press moved")
    lab.tap(neighbour, 0.15)
    session.wait("press loose")
    status, found = session.end()
    equal(status, 69, f"exit status ({session.program.report()})")
    expect(found, "press turned", "error", "polarity", "contact: normally_closed", "to_supply")
    expect(found, "press moved", "error", "GPIO22 did not change, but GPIO23 (pin 16) did")
    expect(found, "line hums", "error", "nothing pulls it")
    expect(found, "press loose", "error", "did not change, nor did any other")
    equal(turned.user(), None, "holder after the end")
