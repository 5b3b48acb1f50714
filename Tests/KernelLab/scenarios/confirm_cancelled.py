"""A confirm that is let go runs nothing, says how far it came, and drains."""

import os
import time

import kit.ring as ring
from kit import check, equal, erase

PANEL = erase("1s", do="{confirm: {run: [/usr/bin/touch, confirmed]}}")


def scenario(lab):
    line = lab.line(17)
    program = lab.run(PANEL, [line])
    line.close()
    program.wait("confirm_start", "erase")
    time.sleep(0.6)
    line.open()
    cancel = program.wait("cancel", "erase")
    equal(cancel["reason"], "released", "reason")
    check(0.55 <= cancel["progress"] <= 0.9, lambda: f"progress of {cancel}")
    check(abs(cancel["held"] / 1000 - cancel["progress"]) < 0.001, lambda: f"held of {cancel}")
    time.sleep(1.5)
    equal(program.names(), ["confirm_start", "cancel"], "all events")
    check(not os.path.exists(lab.path("confirmed")), "the command ran")

    frames = ring.frames(lab.path("frames.jsonl"))
    fills = [ring.fill(each) for each in frames]
    top = fills.index(max(fills))
    check(6 <= max(fills) <= 11, lambda: f"the fill came to {max(fills)} of 12")
    check(fills[top:] == sorted(fills[top:], reverse=True), lambda: f"no drain: {fills[top:]}")
    check(len(set(fills[top:])) > 3 and fills[-1] == 0, lambda: f"no drain: {fills[top:]}")
    check(not any(ring.is_greenish(each) for each in frames), "a success picture")
