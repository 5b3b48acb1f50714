"""Contacts that bounce some 3 ms apart, at the press and at the release, make one tap."""

import time

from kit import Failure, check, equal

PANEL = """
    controls:
      go: {kind: button, pin: GPIO17, tap: {max: 3}, edges: true}
"""


def bounce(line, levels):
    """Moves the contact every 3 ms; whether the bounce was as meant (a busy host may be late)."""
    last = None
    in_time = True
    for level in levels:
        line.close() if level else line.open()
        now = time.monotonic()
        in_time = in_time and (last is None or now - last < 0.008)
        last = now
        time.sleep(0.003)
    return in_time


def scenario(lab):
    line = lab.line(17)
    program = lab.run(PANEL, [line])
    for attempt in range(10):
        seen = len(program.lines)
        begin = time.monotonic() * 1000
        good = bounce(line, [1, 0, 1, 0, 1])
        time.sleep(0.15)
        good = bounce(line, [0, 1, 0, 1, 0]) and good
        time.sleep(0.6)
        if good:
            break
    else:
        raise Failure("the host was too busy for a bounce of 3 ms, ten times")
    found = program.events()[seen:]
    equal([each["event"] for each in found], ["press", "release", "tap"], "events of one tap")
    press, release, tap = found
    equal(tap["count"], 1, "count")
    check(begin <= press["at"] <= begin + 10, lambda: f"not stamped at the first edge: {press}")
    check(150 <= release["held"] <= 220, lambda: f"held of {release}")
