"""A chip whose rights come after it, as udev gives them, is attached the moment they do."""

import glob
import os
import time

from kit import check, kernel

PANEL = """
    board: auto
    controls:
      near: {kind: button, pin: GPIO17, tap: true}
      far: {kind: button, pin: {chip: lab-udev, line: 1}, tap: true}
    outputs: {stdout: true}
"""
NOBODY = 65534


def scenario(lab):
    # All that are there; a chip that may not be opened could be the one that is missing.
    chips = {path: os.stat(path).st_mode & 0o777 for path in glob.glob("/dev/gpiochip*")}
    for path in chips:
        os.chmod(path, 0o666)
    try:
        path = lab.write("panel.yaml", PANEL)
        program = lab.program("run", path, user=NOBODY)
        near = lab.line(17)
        program.wait_ready([near])
        program.wait("line_gone", "far")
        chip = lab.chip("lab-udev", 4)
        chip.plug()
        node = kernel.chip_device("lab-udev")
        os.chmod(node, 0o600)
        program.wait_error("may not be opened")
        time.sleep(3)
        before_sleep = kernel.voluntary_switches(program.pid)
        time.sleep(10)
        check(kernel.voluntary_switches(program.pid) == before_sleep, "it polls for its rights")
        os.chmod(node, 0o666)
        program.wait("line_back", "far", timeout=0.5)
        far = lab.line(1, "lab-udev")
        time.sleep(0.2)
        lab.tap(far)
        program.wait("tap", "far")
    finally:
        for path, mode in chips.items():
            os.chmod(path, mode)
