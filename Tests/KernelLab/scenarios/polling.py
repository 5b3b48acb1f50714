"""Lines without edges (an I2C expander with no interrupt): the level is polled, and it says so."""

import time

from kit import check, equal, kernel

PANEL = """
    controls:
      far:
        kind: button
        pin: {chip: 0-0020, line: 2}
        wiring: external_active_low
        tap: true
        hold: 500ms
      near: {kind: button, pin: GPIO17, tap: true}
"""
ADDRESS = 0x20
CLOSED = 0xFF & ~(1 << 2)


def expander(lab):
    """The real driver of a PCA9534 on the kernel's stub bus; its input register."""
    kernel.load_stub_bus(lab.modules)
    inputs = kernel.I2CRegister("/dev/i2c-0", ADDRESS, 0)
    inputs.set(0xFF)
    # The chip itself begins with inputs; the stub's registers with 0, which is outputs.
    kernel.I2CRegister("/dev/i2c-0", ADDRESS, 3).set(0xFF)
    if kernel.chip_device("0-0020") is None:
        kernel.write("/sys/bus/i2c/devices/i2c-0/new_device", "pca9534 0x20")
    check(kernel.chip_device("0-0020") is not None, "the expander has no chip")
    return inputs


def scenario(lab):
    inputs = expander(lab)
    near = lab.line(17)
    program = lab.run(PANEL, [near, lab.line(2, "0-0020")])
    check("poll" in program.stderr, lambda: f"it does not say that it polls: {program.stderr}")
    before = time.monotonic() * 1000
    inputs.set(CLOSED)
    time.sleep(0.1)
    inputs.set(0xFF)
    tap = program.wait("tap", "far")
    check(before + 100 <= tap["at"] <= before + 400, lambda: f"out of its time: {tap}")
    inputs.set(CLOSED)
    program.wait("hold", "far")
    inputs.set(0xFF)
    program.wait("hold_end", "far")
    lab.tap(near)
    program.wait("tap", "near")
    equal(program.names("far"), ["tap", "hold", "hold_end"], "events of the polled button")
    equal(program.end()[0], 0, "exit status")
