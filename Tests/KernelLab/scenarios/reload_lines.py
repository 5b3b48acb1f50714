"""A panel that is reloaded gives back lines that it no longer names, and takes the new ones."""

import signal
import time

from kit import equal

PANEL = """\
board: auto
controls:
  stays: {kind: button, pin: GPIO17, tap: true}
  moves: {kind: button, pin: GPIO22, tap: true}
outputs: {stdout: true}
"""
HOLDER = """\
board: auto
controls:
  other: {kind: button, pin: GPIO24, tap: true}
"""


def scenario(lab):
    stays, old, new = lab.line(17), lab.line(22), lab.line(23)
    program = lab.run(PANEL, [stays, old])
    lab.write("panel.yaml", PANEL.replace("GPIO22", "GPIO23"))
    program.send(signal.SIGHUP)
    program.wait_ready([new])
    equal(old.user(), None, "holder of the old line")
    time.sleep(0.2)
    for line, name in ((stays, "stays"), (new, "moves")):
        lab.tap(line)
        program.wait("tap", name)

    # A busy line in the new file: said, the others go on, and it is taken once it is free.
    holder = lab.program("run", lab.write("holder.yaml", HOLDER))
    holder.wait_ready([lab.line(24)])
    lab.write("panel.yaml", PANEL.replace("GPIO22", "GPIO24"))
    program.send(signal.SIGHUP)
    program.wait("line_gone", "moves")
    program.wait_error("gpiopress")
    time.sleep(0.3)
    lab.tap(stays)
    program.wait("tap", "stays")
    holder.end()
    program.wait("line_back", "moves", timeout=10)
    time.sleep(0.3)
    lab.tap(lab.line(24))
    program.wait("tap", "moves")
