"""A LED of three colours, as its kernel driver sends them to the device: tint, success, failure, dark."""

import signal

from kit import check, equal
from kit.hid import Pad
from kit.light import code

PANEL = """
    board: auto
    controls:
      erase:
        kind: button
        pin: GPIO17
        confirm: {{after: 900ms, success: 600ms}}
        ring: halo
        do: {{confirm: {{run: [sleep, "0.5"]}}}}
      fail: {{kind: button, pin: GPIO22, tap: true, ring: halo, do: {{tap: {{run: ["false"]}}}}}}
    rings:
      halo: {{driver: led, leds: ["{led}"], brightness: 1}}
    outputs: {{stdout: true}}
"""


def light(colour, level=1):
    """What the LED is to be sent for a colour of a panel file."""
    return tuple(round(code(level, each, largest=255)) for each in colour)


TINT = (0xFF, 0x3B, 0x30)
SUCCESS = (0x34, 0xC7, 0x59)
ERROR = (0xFF, 0x95, 0x00)


def scenario(lab):
    pad = Pad()
    try:
        check_colours(lab, pad)
    finally:
        pad.remove()


def check_colours(lab, pad):
    erase, fail = lab.line(17), lab.line(22)
    panel = PANEL.format(led=pad.led)
    program = lab.run(panel, [erase, fail])
    track = light(TINT, 0.18)
    program.until(lambda: pad.colour == track, f"track {track} on the LED")
    erase.close()
    program.wait("confirm", "erase")
    program.until(lambda: pad.colour == light(SUCCESS), "success on the LED")
    erase.open()
    program.until(lambda: pad.colour == track, "idle after the success")
    check(any(red > 200 and green < 30 for red, green, _ in pad.colours), lambda: pad.colours)

    seen = len(pad.colours)
    lab.tap(fail)
    program.until(lambda: len(pad.colours) > seen + 6 and pad.colour == track, "the failure's end")
    blinks = [each for each in pad.colours[seen:] if each in (light(ERROR), (0, 0, 0))]
    check(blinks[:5] == [light(ERROR), (0, 0, 0)] * 2 + [light(ERROR)],
          lambda: f"failure: {pad.colours[seen:]}")

    # A kill leaves it lit; the command of ExecStopPost does not.
    program.end(signal.SIGKILL)
    equal(pad.colour, track, "colour after a kill")
    off = lab.program("ring", lab.write("panel.yaml", panel), "halo", "off")
    equal(off.end(None)[0], 0, "exit status of off")
    program.until(lambda: pad.colour == (0, 0, 0), "dark LED after off")
