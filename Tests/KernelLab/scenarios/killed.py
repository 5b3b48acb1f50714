"""After SIGKILL its lines are free at once, and a new start works."""

import signal

from kit import equal

PANEL = """
    controls:
      go: {kind: button, pin: GPIO17, tap: true, confirm: 1s}
"""


def scenario(lab):
    line = lab.line(17)
    program = lab.run(PANEL, [line])
    line.close()
    program.wait("confirm_start", "go")
    equal(program.end(signal.SIGKILL)[0], -signal.SIGKILL, "exit status")
    equal(line.user(), None, "holder of the line")
    again = lab.run(PANEL, [line])
    lab.tap(line)
    again.wait("tap", "go")
    equal(again.names(), ["tap"], "all events")
