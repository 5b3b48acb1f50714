"""A slow command delays no button; runs of one control wait for each other, those of two do not."""

import os
import time

from kit import check, equal

PANEL = """
    controls:
      slow:
        kind: button
        pin: GPIO17
        tap: true
        do:
          tap: {run: [/bin/sh, -c, "echo start >> slow; sleep 1; echo end >> slow"]}
      quick:
        kind: button
        pin: GPIO22
        tap: true
        do:
          tap: {run: [/usr/bin/touch, quick]}
"""


def scenario(lab):
    slow, quick = lab.line(17), lab.line(22)
    program = lab.run(PANEL, [slow, quick])
    for _ in range(2):
        lab.tap(slow)
        program.wait("tap", "slow")
    lab.tap(quick)
    tap = program.wait("tap", "quick")
    check(tap["decided"] - tap["at"] < 100, lambda: f"late: {tap}")
    program.until(lambda: os.path.exists(lab.path("quick")), "quick command")
    program.until(lambda: open(lab.path("slow")).read().count("end") == 2, "two slow runs")
    equal(open(lab.path("slow")).read().split(), ["start", "end", "start", "end"], "order of runs")
