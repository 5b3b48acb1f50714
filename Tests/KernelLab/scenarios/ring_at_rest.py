"""Rings whose devices vanish and come back while nothing moves: reported at once, lit again, no looking."""

import time

from kit import check, equal, kernel
from kit.light import Pca9685, SpiCounters

PANEL = """
    controls:
      go: {kind: button, pin: GPIO17, tap: true, ring: halo}
    rings:
      halo: {driver: pwm, chip: 0-0040, channels: [0, 1, 2, 3], brightness: 1}
      strip: {driver: apa102, device: /dev/spidev0.0, pixels: 16}
      lamp: {driver: soft_pwm, pins: [{chip: lamps, line: 2}], idle: "off"}
"""
FRAME = 4 + 16 * 4 + 4 + 1
DRIVER = "/sys/bus/spi/drivers/spidev"


def sleeps(program, when):
    time.sleep(7)
    before = kernel.voluntary_switches(program.pid)
    time.sleep(10)
    equal(kernel.voluntary_switches(program.pid) - before, 0, f"wake-ups in 10 s {when}")


def scenario(lab):
    chip = Pca9685(lab)
    lamps = lab.chip("lamps", 4)
    lamps.plug()
    lamp = lab.line(2, "lamps")
    line = lab.line(17)
    program = lab.run(PANEL, [line, lamp])
    program.until(lambda: min(chip.duties(4)) > 50, "the track")
    sleeps(program, "at rest")
    counters = SpiCounters()
    try:
        chip.unplug()
        program.wait_error("ring halo: /sys/class/pwm/pwmchip", timeout=1)
        check("has gone" in program.stderr, lambda: program.stderr)
        kernel.write(f"{DRIVER}/unbind", "spi0.0")
        program.wait_error("ring strip: /dev/spidev0.0 has gone", timeout=1)
        lamps.unplug()
        program.wait_error("ring lamp: /dev/gpiochip", timeout=1)
        sleeps(program, "while the devices are away")
        lab.tap(line)
        program.wait("tap", "go")
    finally:
        chip.plug()
        kernel.write(f"{DRIVER}/bind", "spi0.0")
        lamps.plug()
    # Back without a press, and with the picture that is shown.
    program.wait_error("ring halo: it is back", timeout=2)
    program.wait_error("ring strip: it is back", timeout=2)
    program.wait_error("ring lamp: it is back", timeout=2)
    check(lamp.user() is not None, "nobody has the lamp's line")
    check(min(chip.duties(4)) > 50, lambda: f"duties after the return: {chip.duties(4)}")
    went = counters.take()
    equal(went["bytes_tx"], FRAME, "bytes on SPI after the return: one frame")
    sleeps(program, "after the return")
    equal(program.end()[0], 0, "exit status")
    equal(chip.duties(4), [0] * 4, "duties after the end")
