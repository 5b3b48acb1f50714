"""Two rings on one SPI device are one chain: a transfer a frame whichever moves, a dark one at the end."""

import time

from kit import check, equal
from kit.light import SpiCounters

PANEL = """
    board: auto
    controls:
      one: {kind: button, pin: GPIO17, confirm: 900ms, ring: halo}
      two: {kind: button, pin: GPIO22, confirm: 900ms, ring: lamp}
    rings:
      lamp: {driver: ws2812, device: /dev/spidev0.0, pixels: 8, offset: 17, order: grbw}
      halo: {driver: ws2812, device: /dev/spidev0.0, pixels: 16, offset: 1}
    outputs: {stdout: true}
"""
# Zeros for 300 us before and after, and 8 bytes a channel at 6.4 MHz: a first pixel, 16, and 8 of four.
FRAME = 240 + (1 + 16) * 24 + 8 * 32 + 240
SECOND = "device: /dev/spidev0.0, pixels: 8, offset: 17"


def scenario(lab):
    counters = SpiCounters()
    one, two = lab.line(17), lab.line(22)
    program = lab.run(PANEL, [one, two])
    time.sleep(0.3)
    went = counters.take()
    equal(went["bytes_tx"], went["transfers"] * FRAME, "bytes of the first frames")
    check(1 <= went["transfers"] <= 2, lambda: f"first frames: {went}")

    for line, name in ((one, "one"), (two, "two")):
        line.close()
        program.wait("confirm", name)
        went = counters.take()
        frames = went["transfers"]
        equal(went["bytes_tx"], frames * FRAME, f"bytes of {frames} frames of {name}")
        check(20 <= frames <= 62, lambda: f"{frames} frames in a fill of {name}")
        line.open()
        time.sleep(2.5)
        counters.take()

    # Both move, one by its success, one as it fills: they go in step.
    one.close()
    program.wait("confirm", "one")
    one.open()
    two.close()
    counters.take()
    program.wait("confirm", "two")
    frames = counters.take()["transfers"]
    check(20 <= frames <= 70, lambda: f"{frames} frames of both")
    two.open()
    time.sleep(2.5)
    counters.take()
    equal(program.end()[0], 0, "exit status")
    went = counters.take()
    equal((went["bytes_tx"], went["transfers"]), (FRAME, 1), "the last frame")

    path = lab.write("panel.yaml", PANEL)
    equal(lab.program("ring", path, "all", "off").end(None)[0], 0, "exit status of off")
    went = counters.take()
    equal((went["bytes_tx"], went["transfers"]), (FRAME, 1), "what off sent")

    path = lab.write("panel.yaml", PANEL.replace(SECOND, SECOND.replace("17", "16")))
    wrong = lab.program("check", path)
    equal(wrong.end(None)[0], 78, "exit status of rings that overlap")
    check("pixel 16 of /dev/spidev0.0 belongs to lamp (line 7); rings on one device are one chain, "
          "write offset: 24" in wrong.stderr, lambda: wrong.stderr)
