"""SIGTERM while a command runs: the command is told, and the end does not wait for it."""

import os
import time

from kit import check, equal, kernel

PANEL = """
    board: auto
    controls:
      go:
        kind: button
        pin: GPIO17
        tap: true
        do:
          tap: {run: [/bin/sh, -c, "trap 'echo told > told; exit' TERM; echo $$ > pid; while :; do sleep 0.1; done"]}
    outputs: {stdout: true}
"""


def scenario(lab):
    line = lab.line(17)
    program = lab.run(PANEL, [line])
    lab.tap(line)
    program.until(lambda: os.path.exists(lab.path("pid")) and kernel.read(lab.path("pid")), "command")
    time.sleep(0.2)
    status, took = program.end()
    equal(status, 0, "exit status")
    check(took < 0.5, f"the end took {took:.2f} s")
    program.until(lambda: os.path.exists(lab.path("told")), "TERM at the command")
