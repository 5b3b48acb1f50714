"""SIGHUP: a bad file leaves the old panel running and says why; a good one takes its place."""

import signal
import time

from kit import check, equal

PANEL = """\
board: auto
controls:
  go: {kind: button, pin: GPIO17, tap: true, hold: 5s}
outputs: {stdout: true}
"""


def scenario(lab):
    line = lab.line(17)
    program = lab.run(PANEL, [line])
    lab.write("panel.yaml", PANEL.replace("hold: 5s", "hold: 5"))
    program.send(signal.SIGHUP)
    program.wait_error("panel.yaml:3:")
    check("has no unit" in program.stderr, lambda: f"why is not reported: {program.stderr}")
    lab.tap(line)
    program.wait("tap", "go")

    line.close()
    time.sleep(0.2)
    lab.write("panel.yaml", PANEL.replace("hold: 5s", "hold: 300ms").replace(" go:", " went:"))
    program.send(signal.SIGHUP)
    equal(program.wait("cancel", "go")["reason"], "reload", "reason")
    time.sleep(0.3)
    line.open()
    time.sleep(0.3)
    line.close()
    program.wait("hold", "went")
    line.open()
    program.wait("hold_end", "went")
    equal(program.end()[0], 0, "exit status")
