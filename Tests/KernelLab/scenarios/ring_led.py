"""A ring of LEDs of the kernel's LED class: brightness as it reaches the LED, triggers put back."""

from kit import check, equal, erase, kernel
from kit.light import UserLed, code

PANEL = erase(
    "{after: 900ms, success: 600ms}",
    '{driver: led, leds: ["lab:white:ring-0", "lab:white:ring-1", "lab:white:ring-2", '
    '"lab:white:ring-3"], brightness: 1}')
TRACK = round(code(0.18, 255, largest=255))
SUCCESS = round(code(1, 0xC7, largest=255))


def trigger(led):
    text = kernel.read(f"/sys/class/leds/{led.name}/trigger")
    return text.split("[")[1].split("]")[0]


def scenario(lab):
    leds = [UserLed(f"lab:white:ring-{number}") for number in range(4)]
    try:
        check_leds(lab, leds)
    finally:
        for led in leds:
            led.remove()


def check_leds(lab, leds):
    kernel.write(f"/sys/class/leds/{leds[1].name}/trigger", "pattern")
    line = lab.line(17)
    program = lab.run(PANEL, [line])

    def brightness():
        return [led.brightness() for led in leds]

    program.until(lambda: brightness() == [TRACK] * 4, f"track of {TRACK} on all LEDs")
    equal(trigger(leds[1]), "none", "trigger while the ring has the LED")
    line.close()
    fill = leds[2].watch(1.2)
    program.wait("confirm", "erase")
    equal(brightness(), [SUCCESS] * 4, "brightness of the success")
    # The track, a little darker with the press, then up to the full LED of the confirm.
    top = fill.index(max(fill))
    equal(fill[:2], [0, TRACK], "brightness at rest")
    check(fill[2:top] == sorted(fill[2:top]) and top > 6, lambda: f"fill of one LED: {fill}")
    line.open()
    program.until(lambda: brightness() == [TRACK] * 4, "idle after the success")

    # One LED goes away and comes back: the buttons go on, and so does the ring.
    leds[3].remove()
    line.close()
    program.wait("confirm", "erase")
    line.open()
    program.wait_error("ring halo:")
    leds[3] = UserLed(leds[3].name)
    program.wait_error("ring halo: it is back", timeout=7)
    program.until(lambda: brightness() == [TRACK] * 4, "track after the return")
    equal(program.names(), ["confirm_start", "confirm"] * 2, "all events")
    equal(program.end()[0], 0, "exit status")
    equal(brightness(), [0] * 4, "brightness after the end")
    equal(trigger(leds[1]), "pattern", "trigger after the end")
