"""A line that loses edges again and again is reported a few times, then left alone until it is calm."""

import signal
import time

from kit import check, equal

STOPS = 12
PANEL = """
    controls:
      noisy: {kind: button, pin: GPIO17, tap: true, confirm: 900ms, chatter: off}
      calm: {kind: button, pin: GPIO22, tap: true}
"""


def scenario(lab):
    noisy, calm = lab.line(17), lab.line(22)
    program = lab.run(PANEL, [noisy, calm])
    for _ in range(STOPS):
        program.send(signal.SIGSTOP)
        # 300 edges, more than either kernel interface keeps.
        for _ in range(150):
            noisy.close()
            time.sleep(0.002)
            noisy.open()
            time.sleep(0.002)
        program.send(signal.SIGCONT)
        time.sleep(0.05)
    lab.tap(calm)
    program.wait("tap", "calm")
    time.sleep(2)
    lost = len(program.events("noisy", "lost"))
    check(1 <= lost <= 5, lambda: f"{lost} losses reported of {STOPS}\n{program.report()}")
    said = sum("edges were lost" in line for line in program.errors)
    equal(said, 1, "messages about it")
    check("confirm" not in program.names(), "it confirmed")
    before = len(program.lines)
    lab.tap(noisy)
    program.wait("tap", "noisy")
    equal([each["event"] for each in program.events()[before:]], ["tap"], "events of a clean tap")
