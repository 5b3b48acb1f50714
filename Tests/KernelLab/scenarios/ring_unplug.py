"""A ring that is unplugged in the middle of a confirm changes nothing for the button, and comes back."""

import time

from kit import check, equal
from kit.light import Pca9685

PANEL = """
    controls:
      erase: {kind: button, pin: GPIO17, confirm: 900ms, ring: halo}
    rings:
      halo: {driver: pwm, chip: 0-0040, channels: [0, 1, 2, 3], brightness: 1}
"""


def hold(line, program, meanwhile):
    """Holds until the confirm; how long it took, and how late it was decided."""
    line.close()
    program.wait("confirm_start", "erase")
    time.sleep(0.3)
    meanwhile()
    confirm = program.wait("confirm", "erase")
    line.open()
    time.sleep(2)
    return confirm["held"], confirm["decided"] - confirm["at"]


def scenario(lab):
    chip = Pca9685(lab)
    line = lab.line(17)
    program = lab.run(PANEL, [line])
    program.until(lambda: min(chip.duties(4)) > 50, "the track")
    try:
        held, late = hold(line, program, chip.unplug)
        equal(round(held), 900, "held while the ring was pulled out")
        check(late < 20, lambda: f"decided {late} ms late")
        program.wait_error("ring halo:")
        # Gone from the start of a press to its end.
        held, late = hold(line, program, lambda: None)
        equal(round(held), 900, "held while the ring was away")
        check(late < 20, lambda: f"decided {late} ms late")
        # The write that failed, then the chip that is not there; each reported once.
        reports = [line for line in program.errors if "ring halo:" in line]
        check(len(set(reports)) == len(reports) <= 2, lambda: f"reports: {reports}")
        check("there is no PWM chip 0-0040" in reports[-1], lambda: f"reports: {reports}")
    finally:
        chip.plug()
    program.wait_error("ring halo: it is back", timeout=7)
    program.until(lambda: min(chip.duties(4)) > 50, "the track after its return")
    line.close()
    program.wait("confirm_start", "erase")
    program.until(lambda: max(chip.duties(4)) > 2000, "a fill after its return")
    program.wait("confirm", "erase")
    line.open()
    equal(program.names(), ["confirm_start", "confirm"] * 3, "all events")
    equal(program.end()[0], 0, "exit status")
    equal(chip.duties(4), [0] * 4, "duties after the end")
