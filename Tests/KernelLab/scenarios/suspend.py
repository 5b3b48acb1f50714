"""A machine that slept in the middle of a confirm has not seen unbroken contact: it is cancelled."""

import time

from kit import Skip, check, equal, kernel

PANEL = """
    controls:
      erase: {kind: button, pin: GPIO17, tap: true, confirm: 1s}
"""


def asleep():
    """Seconds for which the machine has slept since its start."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) - time.clock_gettime(time.CLOCK_MONOTONIC)


def scenario(lab):
    if lab.has_host_clock:
        raise Skip("with the host's clock this kernel cannot sleep")
    line = lab.line(17)
    program = lab.run(PANEL, [line])
    line.close()
    program.wait("confirm_start", "erase")
    time.sleep(0.2)
    before = asleep()
    kernel.suspend(5)
    check(asleep() - before > 3, "the machine did not sleep")
    cancel = program.wait("cancel", "erase")
    equal(cancel["reason"], "suspended", "reason")
    check(cancel["progress"] < 1, lambda: f"progress of {cancel}")
    time.sleep(2)
    line.open()
    time.sleep(0.3)
    lab.tap(line)
    program.wait("tap", "erase")
    equal(program.names(), ["confirm_start", "cancel", "tap"], "all events")
