"""Every header line that a button may have, in one panel: each press is reported by its own control."""

from kit import equal

PINS = [pin for pin in range(2, 26) if pin not in (14, 15)]
PANEL = "\n".join(
    ["board: auto", "controls:"]
    + [f"  b{pin}: {{kind: button, pin: GPIO{pin}, tap: true}}" for pin in PINS]
    + ["outputs: {stdout: true}", ""]
)


def scenario(lab):
    lines = [lab.line(pin) for pin in PINS]
    program = lab.run(PANEL, lines)
    for line in lines:
        lab.tap(line, 0.03)
        program.wait("tap", f"b{line.offset}")
    equal(len(program.lines), len(PINS), "number of events")
    equal(program.end()[0], 0, "exit status")
    equal([line.offset for line in lines if line.user()], [], "lines that are still held")
