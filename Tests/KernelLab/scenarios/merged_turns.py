"""Turns while a command for them runs add up: every step arrives, none late."""

import time

from kit import check, equal

PANEL = """
    controls:
      volume:
        kind: knob
        pins: {a: GPIO17, b: GPIO22}
        do:
          turn: {run: [/bin/sh, -c, "echo $GPIOPRESS_STEPS $GPIOPRESS_POSITION >> reported; sleep 0.3"]}
"""
DETENTS = 40


def scenario(lab):
    a, b = lab.line(17), lab.line(22)
    program = lab.run(PANEL, [a, b])
    for _ in range(DETENTS):
        for move in (a.close, b.close, a.open, b.open):
            move()
            time.sleep(0.00625)
    stopped = time.monotonic()

    def turns():
        return [[int(word) for word in line.split()] for line in open(lab.path("reported"))]

    program.until(lambda: abs(sum(each[0] for each in turns())) == DETENTS, "every step")
    late = time.monotonic() - stopped
    check(late < 0.4, lambda: f"the last command began {late:.2f} s after the last step")
    steps = program.events("volume", "turn")
    equal(sum(each["steps"] for each in steps), sum(each[0] for each in turns()), "steps")
    equal(turns()[-1][1], steps[-1]["position"], "the last position")
    check(len(turns()) <= 6, lambda: f"commands: {turns()}")
    check("dropped" not in program.stderr, lambda: program.stderr)
    equal(program.end()[0], 0, "exit status")
