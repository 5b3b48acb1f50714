"""SIGTERM and SIGINT in the middle of a fill: the ring is dark, the line free, the end within 100 ms."""

import os
import signal
import time

import kit.ring as ring
from kit import check, equal, erase

PANEL = erase("2s", do="{confirm: {run: [/usr/bin/touch, confirmed]}}")


def scenario(lab):
    line = lab.line(17)
    for number in (signal.SIGTERM, signal.SIGINT):
        best = 1.0
        # The program's own time is the shortest of three; the rest is the host's.
        for _ in range(3):
            program = lab.run(PANEL, [line])
            line.close()
            program.wait("confirm_start", "erase")
            time.sleep(0.5)
            status, took = program.end(number)
            best = min(best, took)
            equal(status, 0, "exit status")
            equal(program.names(), ["confirm_start", "cancel"], "all events")
            equal(program.events()[-1]["reason"], "shutdown", "reason")
            equal(line.user(), None, "holder of the line")
            last = ring.frames(lab.path("frames.jsonl"))[-1]
            equal(last, [(0, 0, 0)] * 12, "the ring at the end")
            os.remove(lab.path("frames.jsonl"))
        check(best <= 0.1, f"the end took {best * 1000:.0f} ms")
    check(not os.path.exists(lab.path("confirmed")), "the command ran")
