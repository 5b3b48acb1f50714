"""With --wait a busy line is tried again until its holder lets go."""

import time

from kit import check

PANEL = """
    board: auto
    controls:
      go: {kind: button, pin: GPIO17, tap: true}
    outputs: {stdout: true}
"""


def scenario(lab):
    line = lab.line(17)
    first = lab.run(PANEL, [line])
    second = lab.program("run", "--wait", lab.path("panel.yaml"))
    time.sleep(1)
    check(second.process.poll() is None, lambda: f"it did not wait: {second.report()}")
    first.end()
    second.wait_ready([line], timeout=15)
    lab.tap(line)
    second.wait("tap", "go")
