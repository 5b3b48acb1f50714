"""tune on a live line: it names each press, suggests times that fit it, and takes no other line."""

import os
import re
import time

from kit import check, equal, whole

PANEL = """
    controls:
      go: {kind: button, pin: GPIO17, tap: {max: 2}, confirm: 1s, ring: halo}
      other: {kind: button, pin: GPIO22, tap: true}
    rings:
      halo: {driver: file, path: frames.jsonl, pixels: 8}
"""


def press(line, seconds, bounces):
    for _ in range(bounces):
        line.close()
        time.sleep(0.002)
        line.open()
        time.sleep(0.001)
    line.close()
    time.sleep(seconds)
    line.open()
    time.sleep(0.15)


def scenario(lab):
    go, other = lab.line(17), lab.line(22)
    panel = lab.write("panel.yaml", whole(PANEL))
    program = lab.program("tune", panel, "go", "--presses", "4", "--plot", "bounce.svg")
    program.wait_ready([go])
    program.wait_error("press go 4 times")
    equal(other.user(), None, f"who holds the other line\n{program.report()}")
    for number, bounces in enumerate((0, 2, 3, 1), 1):
        press(go, 0.1, bounces)
        program.wait_error(f"{number} of 4: ")
    equal(program.end(None)[0], 0, f"exit status\n{program.report()}")
    text = "\n".join(program.lines)
    check("go (GPIO17): 4 presses" in text, program.report)
    found = re.search(r"debounce: {press: (\d+)ms, release: (\d+)ms}", text)
    check(found and 5 <= int(found.group(1)) < 50, program.report)
    with open(lab.path("bounce.svg")) as picture:
        check("bounce at the press" in picture.read(), "the picture has no histogram")
    check(not os.path.exists(lab.path("frames.jsonl")), "a ring was lit")

    # A signal ends it with what there is, and the line is free again.
    program = lab.program("tune", panel, "go")
    program.wait_ready([go])
    press(go, 0.1, 1)
    program.wait_error("1 of 20: ")
    equal(program.end()[0], 0, f"exit status after a signal\n{program.report()}")
    check("go (GPIO17): 1 press," in "\n".join(program.lines), program.report)
    equal(go.user(), None, "who holds the line at the end")
