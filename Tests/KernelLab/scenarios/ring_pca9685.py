"""A ring of twelve channels of a PCA9685: duty cycles in the chip's registers fill, drain and succeed."""

import time

from kit import check, equal, erase
from kit.light import Pca9685, code

PANEL = erase(
    "{after: 900ms, success: 600ms}",
    "{driver: pwm, chip: pca9685, channels: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], brightness: 1}")
PIXELS = 12
TRACK = code(0.18, 255)
FULL = code(0.92, 255)
SUCCESS = code(1, 0xC7)


def near(duty, expected):
    """Within two of 4096 parts."""
    return abs(duty - expected) <= 2


def lit(duties):
    return sum(1 for each in duties if each > FULL / 2)


def is_idle(duties):
    return all(near(each, TRACK) for each in duties)


def scenario(lab):
    chip = Pca9685(lab)
    line = lab.line(17)
    program = lab.run(PANEL, [line])
    program.until(lambda: is_idle(chip.duties(PIXELS)), "track on all channels")
    check(abs(chip.frequency() - 1000) < 30, lambda: f"frequency: {chip.frequency()}")
    check(not chip.is_asleep(), "the chip sleeps")

    # Let go too early: fills to about 0.6, then drains.
    line.close()
    program.wait("confirm_start", "erase")
    rising = chip.watch(PIXELS, 0.5)
    line.open()
    program.wait("cancel", "erase")
    falling = chip.watch(PIXELS, 0.4)
    counts = [lit(each) for each in rising]
    check(counts == sorted(counts) and 5 <= counts[-1] <= 9, lambda: f"fill: {counts}")
    check(len(set(counts)) > 4, lambda: f"the fill jumps: {counts}")
    for duties in rising:
        # Full, one in between, and the track, in this order from pixel 0 on.
        head, tail = duties[:lit(duties)], duties[lit(duties) + 1:]
        check(all(each > TRACK for each in head), lambda: f"a hole in the fill: {duties}")
        check(all(each <= TRACK + 2 for each in tail), lambda: f"light beyond the fill: {duties}")
    counts = [lit(each) for each in falling]
    check(counts == sorted(counts, reverse=True), lambda: f"drain: {counts}")
    check(is_idle(falling[-1]), lambda: f"not idle after the drain: {falling[-1]}")

    # Held: full, then the success colour on all channels, then idle.
    line.close()
    program.wait("confirm", "erase")
    time.sleep(0.4)
    duties = chip.duties(PIXELS)
    check(all(near(each, SUCCESS) for each in duties), lambda: f"success: {duties}")
    line.open()
    program.until(lambda: is_idle(chip.duties(PIXELS)), "idle after the success")

    equal(program.end()[0], 0, "exit status")
    equal(chip.duties(PIXELS), [0] * PIXELS, "duties after the end")
