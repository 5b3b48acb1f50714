"""A line that powers a ring's LEDs: on before the first frame, off after the dark one, on again by hand."""

import signal
import time

from kit import check, equal
from kit.light import SpiCounters

PANEL = """
    board: auto
    controls:
      go: {{kind: button, pin: GPIO17, confirm: 900ms, ring: halo}}
    rings:
      halo:
        driver: ws2812
        device: /dev/spidev0.0
        pixels: 16
        enable: {enable}
    outputs: {{stdout: true}}
"""
FRAME = 240 + 16 * 24 + 240


def scenario(lab):
    counters = SpiCounters()
    go, power = lab.line(17), lab.line(5)
    for enable, on, pull in (("GPIO5", 1, "pull-down"), ("{pin: GPIO5, invert: true}", 0, "pull-up")):
        power.set_pull(pull)
        for number in (signal.SIGTERM, signal.SIGINT):
            panel = PANEL.format(enable=enable)
            equal(power.value(), 1 - on, f"level before the start, {enable}")
            program = lab.run(panel, [go, power])
            program.until(lambda: counters.take()["bytes_tx"] == FRAME, "the first frame")
            equal(power.value(), on, f"level with the first frame, {enable}")
            equal(power.user(), "gpiopress", "holder of the line")
            equal(program.end(number)[0], 0, "exit status")
            equal(counters.take()["bytes_tx"], FRAME, "bytes of the last frame")
            equal(power.value(), 1 - on, f"level after the end, {enable}")
            equal(power.user(), None, "holder after the end")

    path = lab.write("panel.yaml", panel)
    program = lab.program("ring", path, "halo", "test")
    program.until(lambda: power.value() == on, "power by hand")
    equal(program.end()[0], 0, "exit status by hand")
    equal(power.value(), 1 - on, "level after that")
    counters.take()
    equal(lab.program("ring", path, "all", "off").end(None)[0], 0, "exit status of off")
    equal(counters.take()["bytes_tx"], FRAME, "what off sent")
    equal(power.value(), 1 - on, "level after off")

    # Somebody else has the line: said once, and the button goes on.
    held = lab.program("ring", path, "halo", "working")
    held.until(lambda: power.value() == on, "power by hand")
    program = lab.run(panel, [go])
    time.sleep(0.5)
    go.close()
    program.wait("confirm", "go")
    go.open()
    equal(held.end()[0], 0, "exit status of the other")
    program.until(lambda: power.value() == on, "power after the other has gone", 8)
    equal(program.end()[0], 0, "exit status")
    check(program.stderr.count("another program or driver has one of them") == 1,
          lambda: program.stderr)
