"""A confirm fills the ring, runs its command with the event in its environment, and succeeds."""

import json
import os
import time

import kit.ring as ring
from kit import check, equal, erase

PANEL = erase(
    "{after: 900ms, success: 600ms}", tap="true",
    do="{confirm: {run: [/bin/sh, -c, 'env > confirmed']}}")


def scenario(lab):
    line = lab.line(17)
    program = lab.run(PANEL, [line])
    line.close()
    start = program.wait("confirm_start", "erase")
    confirm = program.wait("confirm", "erase")
    time.sleep(0.1)
    line.open()
    equal(confirm["via"], "hold", "via")
    equal(round(confirm["held"], 6), 900, "held")
    equal(round(confirm["at"] - start["at"], 6), 600, "from the start to the confirm")
    program.until(lambda: os.path.exists(lab.path("confirmed")), "command's file")
    time.sleep(1.5)
    reported = dict(each.split("=", 1) for each in open(lab.path("confirmed")).read().splitlines())
    equal(reported.get("GPIOPRESS_EVENT"), "confirm", "GPIOPRESS_EVENT")
    equal(reported.get("GPIOPRESS_CONTROL"), "erase", "GPIOPRESS_CONTROL")
    equal(reported.get("GPIOPRESS_HELD_MS"), "900", "GPIOPRESS_HELD_MS")
    equal(json.loads(reported["GPIOPRESS_LINE"]), confirm, "GPIOPRESS_LINE")
    equal(program.names(), ["confirm_start", "confirm", "command_done"], "all events")

    frames = ring.frames(lab.path("frames.jsonl"))
    fills = [ring.fill(each) for each in frames]
    full = next((index for index, each in enumerate(fills) if each == 12), None)
    check(full is not None, lambda: f"the ring never was full: {fills}")
    check(fills[:full] == sorted(fills[:full]), lambda: f"the fill went back: {fills[:full]}")
    check(len(set(fills[:full])) > 6, lambda: f"the fill has too few steps: {fills[:full]}")
    check(any(ring.is_greenish(each) for each in frames[full:]), "no success picture")
    check(not ring.is_greenish(frames[-1]) and ring.fill(frames[-1]) == 0, "it does not rest")
