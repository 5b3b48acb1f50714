"""A switch has time: a hold with repeats, from its change and from the state at the start; delays."""

import time

from kit import check, equal

PANEL = """
    controls:
      door:
        kind: switch
        pin: GPIO17
        hold: {after: 10s, repeat: 5s}
      motion: {kind: switch, pin: GPIO22, off_delay: 5s}
"""


def scenario(lab):
    door, motion = lab.line(17), lab.line(22)
    program = lab.run(PANEL, [door, motion])
    door.close()
    on = program.wait("on", "door")
    program.until(
        lambda: len(program.events("door", "hold_repeat")) == 2, "two repeats", timeout=30)
    hold = program.wait("hold", "door")
    equal(round(hold["at"] - on["at"], 6), 10_000, "from on to hold")
    equal([e["count"] for e in program.events("door", "hold_repeat")], [1, 2], "repeats")
    door.open()
    program.wait("off", "door")
    end = program.wait("hold_end", "door")
    check(end["held"] > 20_000, lambda: f"held too short: {end}")
    motion.close()
    program.wait("on", "motion")
    for _ in range(3):
        motion.open()
        time.sleep(4)
        motion.close()
        time.sleep(1)
    motion.open()
    time.sleep(4.5)
    equal(program.names("motion"), ["state", "on"], "before 5 s without motion")
    program.wait("off", "motion")
