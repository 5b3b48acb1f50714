"""A button held at SIGTERM or SIGHUP: the command that closes runs, after the one that opened."""

import os
import signal
import time

import kit.ring as ring
from kit import check, equal

PANEL = """
    controls:
      record:
        kind: button
        pin: GPIO17
        hold: 300ms
        ring: halo
        do:
          hold: {run: [/bin/sh, -c, "sleep %s; echo start >> reported"]}
          hold_end: {run: [/bin/sh, -c, "sleep 0.5; echo stop >> reported"]}
    rings:
      halo: {driver: file, path: frames.jsonl, pixels: 12}
    stop_timeout: %s
"""


def reported(lab):
    try:
        return open(lab.path("reported")).read().split()
    except FileNotFoundError:
        return []


def hold(lab, line, start, stop_timeout="5s"):
    for name in ("reported", "frames.jsonl"):
        if os.path.exists(lab.path(name)):
            os.remove(lab.path(name))
    program = lab.run(PANEL % (start, stop_timeout), [line])
    line.close()
    program.wait("hold", "record")
    return program


def scenario(lab):
    line = lab.line(17)
    # The start command has ended, or still runs.
    for start in (0, 0, 0, 1, 1):
        program = hold(lab, line, start)
        time.sleep(0.2)
        program.send(signal.SIGTERM)
        program.until(lambda: line.user() is None, "line given back")
        time.sleep(0.1)
        equal(ring.frames(lab.path("frames.jsonl"))[-1], [(0, 0, 0)] * 12, "the ring in the grace")
        equal(program.process.poll(), None, "its end before that of the commands")
        # Nobody is there any more to press it.
        line.open()
        status, _ = program.end(None)
        equal(status, 0, "exit status")
        equal(reported(lab), ["start", "stop"], "commands by the end")
        end = program.events(event="hold_end")
        equal(len(end), 1, "ends of the hold")
        equal(program.stderr, "", "what it says")

    for _ in range(3):
        program = hold(lab, line, 1)
        program.send(signal.SIGHUP)
        program.wait("hold_end", "record")
        program.wait_error("reloaded")
        line.open()
        program.until(lambda: reported(lab) == ["start", "stop"], "start and stop after a reload")
        equal(program.end()[0], 0, "exit status")
        equal(reported(lab), ["start", "stop"], "commands in all")

    # What opened hangs: it is ended after the grace, and what closes runs all the same.
    program = hold(lab, line, 1000, "500ms")
    status, took = program.end()
    line.open()
    equal(status, 0, "exit status")
    check(0.9 <= took < 2, lambda: f"the end took {took:.2f} s")
    equal(reported(lab), ["stop"], "commands by the end")
