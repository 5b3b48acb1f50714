"""A LED's trigger is given back at the end, after a failure, and when another LED of its ring is missing."""

import signal

from kit import check, equal, kernel
from kit.light import UserLed

PANEL = """
    board: auto
    controls:
      go: {kind: button, pin: GPIO17, tap: true, ring: halo}
    rings:
      halo: {driver: led, leds: ["lab:white:one", "lab:white:two"], brightness: 1}
    outputs: {stdout: true}
"""


def trigger(led):
    text = kernel.read(f"/sys/class/leds/{led.name}/trigger")
    return text.split("[")[1].split("]")[0]


def scenario(lab):
    one, two = UserLed("lab:white:one"), UserLed("lab:white:two")
    path = lab.write("panel.yaml", PANEL)
    line = lab.line(17)
    try:
        for led in (one, two):
            kernel.write(f"/sys/class/leds/{led.name}/trigger", "pattern")
        program = lab.run(PANEL, [line])
        program.until(lambda: [trigger(one), trigger(two)] == ["none", "none"], "LEDs taken")

        # The other one vanishes while nothing moves: noticed, and this one given back.
        two.remove()
        program.wait_error("lab:white:two has gone")
        program.until(lambda: trigger(one) == "pattern", "trigger given back after a failure")
        lab.tap(line)
        program.wait("tap", "go")
        equal(trigger(one), "pattern", "trigger while the ring is away")

        # It comes back while nothing moves: both are lit again.
        two = UserLed(two.name)
        program.wait_error("ring halo: it is back", timeout=2)
        program.until(lambda: one.brightness() > 0 and two.brightness() > 0, "the track on both")
        equal(trigger(one), "none", "trigger after the return")
        equal(program.end()[0], 0, "exit status")
        equal(trigger(one), "pattern", "trigger after the end")

        # By hand, with a LED missing from the start.
        two.remove()
        off = lab.program("ring", path, "halo", "off")
        equal(off.end(None)[0], 69, "exit status of off")
        check("there is no LED lab:white:two" in off.stderr, lambda: off.stderr)
        equal(trigger(one), "pattern", "trigger after off that failed")
        test = lab.program("ring", path, "halo", "test")
        equal(test.end(None)[0], 69, "exit status of test")
        equal(trigger(one), "pattern", "trigger after test that failed")

        # Started without it, it is not looked for again and again.
        program = lab.run(PANEL, [line])
        program.wait_error("there is no LED lab:white:two")
        equal(trigger(one), "pattern", "trigger of a ring that lacks a LED")
        equal(program.end(signal.SIGINT)[0], 0, "exit status")
    finally:
        one.remove()
        two.remove()
