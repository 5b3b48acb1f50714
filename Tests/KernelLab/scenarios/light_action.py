"""An action lights a ring: what reports an end goes by itself, all else stays, presses go before it."""

import time

import kit.ring as ring
from kit import check, equal

PANEL = """
    controls:
      yes:
        kind: button
        pin: GPIO17
        tap: true
        do: {tap: {light: {ring: halo, pattern: success}}}
      level:
        kind: button
        pin: GPIO22
        tap: {max: 2}
        do:
          tap:1: {light: {ring: halo, pattern: fill 0.5}}
          tap:2: {light: {ring: halo, pattern: "off"}}
      erase: {kind: button, pin: GPIO23, confirm: {after: 900ms, success: 300ms}, ring: halo}
    rings:
      halo: {driver: file, path: frames.jsonl, pixels: 12}
"""
DARK = [(0, 0, 0)] * 12


def scenario(lab):
    yes, level, erase = (lab.line(offset) for offset in (17, 22, 23))
    program = lab.run(PANEL, [yes, level, erase])
    path = lab.path("frames.jsonl")

    def last():
        return ring.frames(path)[-1]

    idle = last()
    check(idle != DARK and ring.fill(idle) == 0, lambda: f"at rest: {idle}")
    lab.tap(yes)
    program.wait("tap", "yes")
    program.until(lambda: ring.is_greenish(last()), "success")
    time.sleep(3)
    equal(last(), idle, "after the success")

    lab.tap(level)
    program.wait("tap", "level", count=1)
    time.sleep(3)
    half = last()
    equal(ring.fill(half), 6, "pixels of a fill of a half")

    # A confirm goes before it; then it is back.
    erase.close()
    program.wait("confirm", "erase")
    time.sleep(0.15)
    check(ring.is_greenish(last()), lambda: f"confirmed: {last()}")
    erase.open()
    time.sleep(3)
    equal(last(), half, "after the confirm")

    lab.tap(level)
    time.sleep(0.1)
    lab.tap(level)
    program.wait("tap", "level", count=2)
    time.sleep(0.5)
    equal(last(), DARK, "after off")
    equal(program.end()[0], 0, "exit status")
