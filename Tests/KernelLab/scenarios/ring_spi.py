"""WS2812 and APA102 on a real SPI bus: a whole frame each time, none at rest, a dark one at the end."""

import os
import time

from kit import check, equal
from kit.light import SpiCounters

PANEL = """
    board: auto
    controls:
      erase: {{kind: button, pin: GPIO17, confirm: 900ms, ring: halo}}
    rings:
      halo: {{driver: {driver}, device: /dev/spidev0.0, pixels: 16}}
    outputs: {{stdout: true}}
"""
# Zeros for 300 us before and after 24 bytes an LED at 6.4 MHz; a start, 4 bytes an LED, latch, clocks.
FRAMES = {"ws2812": 240 + 16 * 24 + 240, "apa102": 4 + 16 * 4 + 4 + 1}
NOBODY = 65534


def scenario(lab):
    for driver, length in FRAMES.items():
        counters = SpiCounters()
        line = lab.line(17)
        panel = PANEL.format(driver=driver)
        program = lab.run(panel, [line])
        time.sleep(0.2)
        went = counters.take()
        equal(went["bytes_tx"], length, f"bytes of the first frame of {driver}")
        equal(went["transfers"], 1, f"transfers of the first frame of {driver}")
        time.sleep(3)
        equal(counters.take()["bytes_tx"], 0, f"bytes at rest of {driver}")

        line.close()
        program.wait("confirm", "erase")
        went = counters.take()
        frames = went["transfers"]
        equal(went["bytes_tx"], frames * length, f"bytes of {frames} frames of {driver}")
        # 60 a second for 0.6 s or more, but for what a busy host leaves out.
        check(20 <= frames <= 62, lambda: f"{frames} frames of {driver} in a fill")
        line.open()
        time.sleep(2.5)
        counters.take()
        equal(program.end()[0], 0, "exit status")
        went = counters.take()
        equal(went["bytes_tx"], length, f"bytes of the last frame of {driver}")

        path = lab.write("panel.yaml", panel)
        equal(lab.program("ring", path, "halo", "off").end(None)[0], 0, "exit status of off")
        went = counters.take()
        equal((went["bytes_tx"], went["errors"], went["timedout"]), (length, 0, 0), "what off sent")

    # Somebody who may not open the device gets to read so, in one line.
    os.chmod(path, 0o644)
    denied = lab.program("ring", path, "halo", "test", user=NOBODY)
    equal(denied.end(None)[0], 77, "exit status without the right")
    check("/dev/spidev0.0: Permission denied; add the user to the group" in denied.stderr,
          lambda: denied.stderr)
