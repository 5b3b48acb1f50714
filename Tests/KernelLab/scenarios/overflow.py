"""More edges than the kernel keeps while the program is stopped: nothing is made up from the rest."""

import signal
import time

from kit import check, equal

PANEL = """
    controls:
      erase: {kind: button, pin: GPIO17, tap: true, confirm: 900ms}
"""


def scenario(lab):
    line = lab.line(17)
    program = lab.run(PANEL, [line])
    program.send(signal.SIGSTOP)
    # Closed and opened every 15 ms, so that the line does not count as chattering: 600 edges, of
    # which the kernel keeps the last 256 (or, by its older interface, the first 16).
    for _ in range(300):
        line.close()
        time.sleep(0.015)
        line.open()
        time.sleep(0.015)
    program.send(signal.SIGCONT)
    time.sleep(1)
    for event in ("confirm_start", "confirm"):
        check(event not in program.names(), lambda: f"it made up a confirm: {program.report()}")
    before = len(program.lines)
    lab.tap(line)
    program.wait("tap", "erase")
    equal([each["event"] for each in program.events()[before:]], ["tap"], "events of a clean tap")
