"""A command that fails shows on the ring; the button works on."""

import time

import kit.ring as ring
from kit import check, equal, erase

PANEL = erase(
    "{after: 400ms, success: 400ms}", do="{confirm: {run: [/bin/sh, -c, 'exit 3']}}")


def scenario(lab):
    line = lab.line(17)
    program = lab.run(PANEL, [line])
    for _ in range(2):
        line.close()
        program.wait("confirm", "erase")
        line.open()
        time.sleep(3)
    frames = ring.frames(lab.path("frames.jsonl"))
    check(any(ring.is_orange(each) for each in frames), "no failure picture")
    equal(ring.fill(frames[-1]), 0, "fill at the end")
    check(not ring.is_orange(frames[-1]), "the failure picture stays")
    check("3" in program.stderr and "erase" in program.stderr,
          lambda: f"the failure is not reported: {program.stderr}")
