"""Rings on LED chips that the kernel has drivers for: their registers fill, drain, succeed and go dark."""

import time

from kit import check, equal
from kit.light import Lp5012, Pca9632, code

PANEL = """
    controls:
      erase:
        kind: button
        pin: GPIO17
        confirm: {{after: 900ms, success: 600ms}}
        ring: halo
    rings:
      halo: {{driver: led, leds: {leds}, brightness: 1}}
"""
TINT = (0xFF, 0x3B, 0x30)
SUCCESS = (0x34, 0xC7, 0x59)


def light(colour, level=1):
    return tuple(round(code(level, each, largest=255)) for each in colour)


def white(colour, level=1):
    """A LED of one colour has the largest channel."""
    return (max(light(colour, level)),)


def watch(chip, seconds):
    """The pixels over a time, without repeats."""
    found = []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        pixels = chip.pixels()
        if not found or found[-1] != pixels:
            found.append(pixels)
        time.sleep(0.01)
    return found


def scenario(lab):
    mono = Pca9632(lab)
    check_chip(lab, mono, white)
    check(mono.is_asleep(), "the dark PCA9632 is awake")
    equal(mono.register(0x08), 0, "LEDOUT after the end")
    check_chip(lab, Lp5012(lab), light)


def check_chip(lab, chip, shade):
    track, full, success = shade(TINT, 0.18), shade(TINT, 0.92), shade(SUCCESS)
    equal(chip.pixels(), [tuple(0 for _ in track)] * 4, "pixels before the start")
    line = lab.line(17)
    program = lab.run(PANEL.format(leds=list(chip.leds)), [line])
    program.until(lambda: chip.pixels() == [track] * 4, f"track {track} on all LEDs")

    def lit(pixels):
        return sum(1 for each in pixels if each[0] > full[0] / 2)

    # Let go too early: fills from LED 0 on, to about 0.6, then drains.
    line.close()
    program.wait("confirm_start", "erase")
    rising = watch(chip, 0.5)
    line.open()
    program.wait("cancel", "erase")
    falling = watch(chip, 0.4)
    counts = [lit(each) for each in rising]
    check(counts == sorted(counts) and counts[-1] in (2, 3), lambda: f"fill: {rising}")
    for pixels in rising:
        # A picture reaches the chip LED after LED; the one being filled is in between.
        levels = [each[0] for each in pixels]
        check(all(level <= track[0] for level in levels[lit(pixels) + 1:]),
              lambda: f"light beyond the fill: {pixels}")
    counts = [lit(each) for each in falling]
    check(counts == sorted(counts, reverse=True), lambda: f"drain: {falling}")
    equal(falling[-1], [track] * 4, "pixels after the drain")

    # Held: the success on all LEDs, then idle.
    line.close()
    program.wait("confirm", "erase")
    program.until(lambda: chip.pixels() == [success] * 4, f"success {success} on all LEDs")
    line.open()
    program.until(lambda: chip.pixels() == [track] * 4, "idle after the success")

    equal(program.names(), ["confirm_start", "cancel", "confirm_start", "confirm"], "all events")
    equal(program.end()[0], 0, "exit status")
    equal(chip.pixels(), [tuple(0 for _ in track)] * 4, "pixels after SIGTERM")
