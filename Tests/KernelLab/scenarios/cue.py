"""A sounder on a line: quiet from the start, one pulse at the hold, three at a failed command."""

import time

from kit import check, equal

PANEL = """
    controls:
      go:
        kind: button
        pin: GPIO17
        hold: 300ms
        cue: buzz
        do: {hold: {run: ["false"]}}
    cues:
      buzz: {pin: GPIO22, patterns: {hold: [200ms], failed: [100ms, 100ms, 100ms]}}
"""


def scenario(lab):
    button, sounder = lab.line(17), lab.line(22)
    program = lab.run(PANEL, [button, sounder])
    equal(sounder.value(), 0, "level at rest")
    button.close()
    program.wait("hold", "go")
    sounds = []
    end = time.monotonic() + 1
    while time.monotonic() < end:
        level = sounder.value()
        if not sounds or sounds[-1] != level:
            sounds.append(level)
        time.sleep(0.005)
    # The failed command's pattern takes the place of the hold's.
    check(sounds.count(1) >= 2 and sounds[-1] == 0, lambda: f"levels: {sounds}")
    button.open()
    program.wait("hold_end", "go")
    program.end()
    equal(sounder.user(), None, "holder of the sounder's line")
