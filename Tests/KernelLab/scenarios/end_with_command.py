"""SIGTERM while a command runs on: after stop_timeout, or a second SIGTERM, it is told to end."""

import os
import signal
import time

from kit import check, equal, kernel

PANEL = """
    controls:
      go:
        kind: button
        pin: GPIO17
        tap: true
        do:
          tap: {run: [/bin/sh, -c, "trap 'echo reported > reported; exit' TERM; echo $$ > pid; while :; do sleep 0.1; done"]}
    stop_timeout: %s
"""


def scenario(lab):
    line = lab.line(17)
    for stop_timeout, signals in (("0ms", 1), ("400ms", 1), ("30s", 2)):
        end(lab, line, stop_timeout, signals)
        os.remove(lab.path("pid"))
        os.remove(lab.path("reported"))


def end(lab, line, stop_timeout, signals):
    program = lab.run(PANEL % stop_timeout, [line])
    lab.tap(line)
    program.until(lambda: os.path.exists(lab.path("pid")) and kernel.read(lab.path("pid")), "command")
    time.sleep(0.2)
    begin = time.monotonic()
    if signals == 2:
        program.send(signal.SIGTERM)
        time.sleep(0.2)
        equal(program.process.poll(), None, "the end before the second signal")
    status, _ = program.end()
    took = time.monotonic() - begin
    equal(status, 0, "exit status")
    grace = 0.4 if stop_timeout == "400ms" else 0
    check(grace <= took < grace + 0.5, f"with {stop_timeout} the end took {took:.2f} s")
    check("stop_timeout: gives it longer" in program.stderr, lambda: program.report())
    program.until(lambda: os.path.exists(lab.path("reported")), "TERM at the command")
