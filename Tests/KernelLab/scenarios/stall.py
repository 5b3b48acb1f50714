"""A program that was stopped for a while decides by the stamps: late, never wrong."""

import signal
import time

from kit import check, equal

PANEL = """
    controls:
      both: {kind: button, pin: GPIO17, tap: true, hold: 600ms}
      erase: {kind: button, pin: GPIO22, confirm: 1s}
"""


def scenario(lab):
    both, erase = lab.line(17), lab.line(22)
    program = lab.run(PANEL, [both, erase])

    # Released before the hold's time, read long after it.
    both.close()
    time.sleep(0.1)
    program.send(signal.SIGSTOP)
    time.sleep(0.1)
    both.open()
    time.sleep(1.5)
    program.send(signal.SIGCONT)
    tap = program.wait("tap", "both")
    check(tap["decided"] - tap["at"] > 1000, lambda: f"it was not stopped: {tap}")

    # Let go before the confirm's time, read long after it.
    erase.close()
    program.wait("confirm_start", "erase")
    time.sleep(0.4)
    program.send(signal.SIGSTOP)
    time.sleep(0.1)
    erase.open()
    time.sleep(1.5)
    program.send(signal.SIGCONT)
    cancel = program.wait("cancel", "erase")
    equal(cancel["reason"], "released", "reason")
    check(0.45 <= cancel["progress"] < 0.9, lambda: f"progress of {cancel}")

    # A whole hold within the stop.
    program.send(signal.SIGSTOP)
    time.sleep(0.1)
    both.close()
    time.sleep(0.9)
    both.open()
    time.sleep(0.5)
    program.send(signal.SIGCONT)
    hold = program.wait("hold", "both")
    end = program.wait("hold_end", "both")
    check(850 <= end["held"] <= 1200, lambda: f"held of {end}")
    check(abs(end["at"] - end["held"] + 600 - hold["at"]) < 0.001, lambda: f"{hold} {end}")
    equal(program.names("both"), ["tap", "hold", "hold_end"], "events of the first button")
    equal(program.names("erase"), ["confirm_start", "cancel"], "events of the second button")
