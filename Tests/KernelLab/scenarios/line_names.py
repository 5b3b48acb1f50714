"""A line by the kernel's own name, and two chips of one label: refused, and both are listed."""

from kit import check, kernel

NAMED = """
    board: auto
    controls:
      go: {kind: button, pin: {line_name: GPIO17}, tap: true}
    outputs: {stdout: true}
"""
TWIN = """
    board: auto
    controls:
      go: {kind: button, pin: {chip: lab-twin, line: 1}, tap: true}
    outputs: {stdout: true}
"""


def scenario(lab):
    line = lab.line(17)
    program = lab.run(NAMED, [line])
    lab.tap(line)
    program.wait("tap", "go")
    program.end()

    nodes = []
    for number in (1, 2):
        twin = lab.chip(f"lab-twin-{number}", 4)
        kernel.write(f"{twin.path}/bank0/label", "lab-twin")
        twin.plug()
        nodes.append("/dev/" + kernel.read(f"{twin.path}/bank0/chip_name").strip())
    refused = lab.program("run", lab.write("twin.yaml", TWIN))
    status, _ = refused.end(None)
    check(status in (69, 78), lambda: f"exit status {status}: {refused.report()}")
    for node in nodes:
        check(node in refused.stderr, lambda: f"{node} is not listed: {refused.stderr}")
