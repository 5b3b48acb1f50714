"""A line that toggles faster than the kernel can report it, so that it looks closed, confirms nothing."""

import threading
import time

from kit import check

PANEL = """
    controls:
      erase: {kind: button, pin: GPIO17, confirm: 500ms}
      other: {kind: button, pin: GPIO22, tap: true}
"""


def toggle(line, seconds):
    """Opens and closes without a pause: of both changes the kernel sees the last alone."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for _ in range(20):
            line.open()
            line.close()
        # What sleeps lets the lab's clock go on, and the kernel deliver the one edge.
        time.sleep(0.001)


def scenario(lab):
    line, other = lab.line(17), lab.line(22)
    program = lab.run(PANEL, [line, other])
    line.close()
    thread = threading.Thread(target=toggle, args=(line, 3))
    thread.start()
    time.sleep(1)
    lab.tap(other)
    thread.join()
    line.open()
    program.wait("tap", "other")
    time.sleep(4)
    check("confirm" not in program.names(), lambda: f"it confirmed: {program.report()}")
    # What it was is over: a clean press works as ever.
    line.close()
    program.wait("confirm", "erase")
