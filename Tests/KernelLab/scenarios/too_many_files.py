"""No file can be opened any more: that is what it says, not that the chip is missing."""

from kit import check
from kit.program import Program

PANEL = """
    board: auto
    controls:
      go: {kind: button, pin: GPIO17, tap: true}
    outputs: {stdout: true}
"""


def scenario(lab):
    panel = lab.write("panel.yaml", PANEL)
    said = []
    for limit in range(5, 14):
        program = Program(
            ["/bin/sh", "-c", f'ulimit -n {limit}; exec "$0" run "$1"', lab.gpiopress, panel],
            lab.environment, lab.directory,
        )
        try:
            program.until(
                lambda: program.process.poll() is not None or lab.line(17).user(), "start or end")
            started = program.process.poll() is None
            status, _ = program.end()
        finally:
            program.kill()
        if started:
            break
        said.append(program.stderr)
        check(status in (66, 69, 71), lambda: f"limit {limit}: exit status {status}\n{said[-1]}")
        check("oo many open files" in said[-1], lambda: f"limit {limit}: {said[-1]}")
        check("is not there" not in said[-1], lambda: f"limit {limit}: {said[-1]}")
    check(started, "it never started")
    check(any("LimitNOFILE" in text for text in said), lambda: f"no hint in {said}")
