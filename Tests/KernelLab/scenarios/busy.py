"""A line that somebody holds: the program ends with 69, names the line and the holder, takes none."""

from kit import check, equal

PANEL = """
    board: auto
    controls:
      free: {kind: button, pin: GPIO17, tap: true}
      held: {kind: button, pin: %s, tap: true}
    outputs: {stdout: true}
"""


def refused(lab, pin, holder):
    program = lab.program("run", lab.write("busy.yaml", PANEL % pin))
    equal(program.end(None)[0], 69, f"exit status with {pin} busy")
    check(holder in program.stderr, lambda: f"the holder {holder} is not named: {program.stderr}")
    check(pin in program.stderr, lambda: f"{pin} is not named: {program.stderr}")
    equal(len(program.errors), 1, f"lines on stderr ({program.stderr})")
    equal(program.lines, [], "events")


def scenario(lab):
    refused(lab, "GPIO26", "lab-hog")
    refused(lab, "GPIO27", "lab-peer")
    equal(lab.line(17).user(), None, "holder of the free line")

    first = lab.run(PANEL % "GPIO22", [lab.line(17), lab.line(22)])
    refused(lab, "GPIO22", "gpiopress")
    lab.tap(lab.line(22))
    first.wait("tap", "held")
