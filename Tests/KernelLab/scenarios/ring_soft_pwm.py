"""Lines that a thread toggles: high for their share of a period, still when full, low at the end."""

import signal
import time

from kit import check, equal, kernel
from kit.light import code, shares

PANEL = """
    board: auto
    controls:
      go: {kind: button, pin: GPIO17, tap: true, hold: 1s}
      half:
        kind: button
        pin: GPIO22
        tap: true
        do:
          tap:
            - {light: {ring: one, pattern: fill 0.5}}
            - {light: {ring: three, pattern: fill 0.5}}
      full:
        kind: button
        pin: GPIO23
        tap: true
        do:
          tap:
            - {light: {ring: one, pattern: fill 1}}
            - {light: {ring: three, pattern: fill 1}}
      out:
        kind: button
        pin: GPIO24
        tap: true
        do: {tap: {light: {ring: one, pattern: off}}}
    rings:
      one: {driver: soft_pwm, pins: [GPIO5], tint: "#ffffff", brightness: 1}
      three: {driver: soft_pwm, pins: [GPIO6, GPIO12, GPIO13], tint: "#ffc080", brightness: 1}
    outputs: {stdout: true}
"""
# The lines' colours: the brightest of white, then red, green and blue.
TINTS = [255, 0xFF, 0xC0, 0x80]
PERIODS = 60


def check_shares(lights, level, what, is_exact):
    """Each line is high for its sixteenths, one at least; it rises once a period, or never."""
    steps = [max(1, round(code(level, tint, largest=16))) for tint in TINTS]
    found, rises = shares(lights, PERIODS)
    for line, step, share, rise in zip(lights, steps, found, rises):
        reported = f"{what}, GPIO{line.offset}: {step}/16 expected, {share * 16:.2f}/16, {rise} rises"
        check(abs(share - step / 16) < (0.03 if is_exact else 0.1), reported)
        # By the host's clock looks are late, and go on for many more periods.
        is_toggled = abs(rise - PERIODS) <= 2 if is_exact else rise > PERIODS / 2
        check(rise == 0 if step == 16 else is_toggled, reported)
    return steps


def scenario(lab):
    go, half, full, out = (lab.line(offset) for offset in (17, 22, 23, 24))
    lights = [lab.line(offset) for offset in (5, 6, 12, 13)]
    lines = [go, half, full, out, *lights]
    # What is on a line that nobody drives any more: here the LED's way to ground.
    for light in lights:
        light.set_pull("pull-down")
    is_exact = not lab.has_host_clock
    for number in (signal.SIGTERM, signal.SIGINT):
        program = lab.run(PANEL, lines)
        check_shares(lights, 0.18, "idle", is_exact)
        lab.tap(half)
        program.wait("tap", "half")
        time.sleep(0.3)
        check_shares(lights, 0.18 + 0.82 / 2, "half", is_exact)

        # A button beside busy lines is as prompt as ever.
        lab.tap(go)
        tap = program.wait("tap", "go")
        check(tap["decided"] - tap["at"] < 25, lambda: f"late: {tap}")
        go.close()
        hold = program.wait("hold", "go")
        check(hold["decided"] - hold["at"] < 5, lambda: f"late: {hold}")
        go.open()
        program.wait("hold_end", "go")

        lab.tap(full)
        program.wait("tap", "full")
        time.sleep(0.3)
        steps = check_shares(lights, 1, "full", is_exact)
        equal(steps[:2], [16, 16], "steps of a full channel")

        # Off is driven, whatever else is on the line.
        lab.tap(out)
        program.wait("tap", "out")
        lights[0].set_pull("pull-up")
        time.sleep(0.1)
        equal([line.value() for line in lights[:2]], [0, 1], "levels with one ring off")
        lights[0].set_pull("pull-down")

        lab.tap(half)
        program.wait("tap", "half")
        time.sleep(0.3)
        status, took = program.end(number)
        equal(status, 0, "exit status")
        check(took < 0.1, lambda: f"it took {took} s to end")
        equal([line.value() for line in lights], [0] * 4, "levels after the end")
        equal([line.user() for line in lines], [None] * 8, "holders of the lines")
        equal(program.names("go"), ["tap", "hold", "hold_end"], "events of the other button")

    # A ring whose lines are all on, or all off, costs nothing.
    path = lab.write("panel.yaml", PANEL)
    program = lab.program("ring", path, "one", "fill", "1")
    program.until(lambda: lights[0].value() == 1, "a full ring")
    time.sleep(0.5)
    before = kernel.voluntary_switches(program.pid)
    time.sleep(2)
    slept = kernel.voluntary_switches(program.pid) - before
    check(slept < 20, f"{slept} wake-ups in 2 s of a full ring")
    equal(program.end()[0], 0, "exit status of ring")
    equal(lights[0].value(), 0, "level after ring")
