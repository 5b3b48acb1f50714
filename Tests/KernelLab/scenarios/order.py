"""Edges of two lines that were read late, together, are taken in the order of their stamps."""

import signal
import time

from kit import equal

PANEL = """
    controls:
      other: {kind: button, pin: GPIO22, tap: true}
      erase: {kind: button, pin: GPIO17, confirm: 600ms}
"""


def scenario(lab):
    erase, other = lab.line(17), lab.line(22)
    program = lab.run(PANEL, [erase, other])
    program.send(signal.SIGSTOP)
    erase.close()
    time.sleep(0.3)
    other.close()
    time.sleep(0.05)
    other.open()
    time.sleep(0.5)
    erase.open()
    time.sleep(0.2)
    program.send(signal.SIGCONT)
    cancel = program.wait("cancel", "erase")
    equal(cancel["reason"], "other_control", "reason")
    time.sleep(0.5)
    equal(program.names("erase"), ["confirm_start", "cancel"], "events of the confirm")
    equal(program.names("other"), ["ignored"], "events of the press that cancelled it")
