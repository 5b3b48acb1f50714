"""In a container, whose /dev never changes, chips that went and came are looked for now and then."""

import os
import stat
import time

from kit import check, kernel
from kit.program import Program

PANEL = """
    board: auto
    controls:
      far: {kind: button, pin: {chip: lab-container, line: 1}, tap: true}
    outputs: {stdout: true}
"""


def scenario(lab):
    chip = lab.chip("lab-container", 4)
    chip.plug()
    node = kernel.chip_device("lab-container")
    number = os.stat(node).st_rdev
    panel = lab.write("panel.yaml", PANEL)
    script = (
        "mount -t tmpfs dev /dev && "
        f"mknod {node} c {os.major(number)} {os.minor(number)} && mknod /dev/null c 1 3 && "
        'exec "$0" run "$1"')
    program = Program(
        ["unshare", "-m", "/bin/sh", "-c", script, lab.gpiopress, panel], lab.environment,
        lab.directory)
    try:
        far = lab.line(1, "lab-container")
        program.wait_ready([far])
        check("container" in program.stderr, lambda: f"it does not say so: {program.report()}")
        chip.unplug()
        program.wait("line_gone", "far", timeout=6)
        time.sleep(20)
        chip.plug()
        # Older kernels give it another number, and who runs the container makes a file for it; newer ones (6.12)
        # give it its own again.
        node = kernel.chip_device("lab-container")
        inside, device = f"/proc/{program.pid}/root{node}", os.stat(node).st_rdev
        if not os.path.exists(inside):
            os.mknod(inside, stat.S_IFCHR | 0o600, device)
        check(os.stat(inside).st_rdev == device, f"{node} is another device inside")
        program.wait("line_back", "far", timeout=6)
        time.sleep(0.2)
        lab.tap(lab.line(1, "lab-container"))
        program.wait("tap", "far")
    finally:
        program.kill()
