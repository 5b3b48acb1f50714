"""Two taps in a row are one event of two, and the taps of two buttons do not mix."""

import time

from kit import equal

PANEL = """
    controls:
      one: {kind: button, pin: GPIO17, tap: {max: 2}}
      two: {kind: button, pin: J8-15, tap: {max: 2}}
"""


def scenario(lab):
    one, two = lab.line(17), lab.line(27 - 5)
    # Pin 13 of the header is GPIO27, which the tree gives to a driver; pin 15 is GPIO22.
    program = lab.run(PANEL.replace("J8-15", "J8-15"), [one, two])
    lab.tap(one)
    time.sleep(0.1)
    lab.tap(two)
    time.sleep(0.05)
    lab.tap(one)
    program.wait("tap", "one", count=2)
    time.sleep(0.6)
    equal([(each["control"], each["event"], each["count"]) for each in program.events()],
          [("one", "tap", 2), ("two", "tap", 1)], "all events")
