"""monitor: attached to a panel that runs it shows its presses, at every size, and survives its restart; alone it
takes the lines; without a terminal it prints lines."""

import json
import os
import signal
import time

from kit import check, equal, kernel, whole
from kit.terminal import Terminal

PANEL = """
    name: Watched
    controls:
      go: {kind: button, pin: GPIO17, tap: true, confirm: 900ms, ring: halo}
      far: {kind: button, pin: {chip: lab-expander, line: 3}, tap: true}
    rings:
      halo: {driver: file, path: frames.jsonl, pixels: 12}
"""
SOCKET = PANEL + """
    outputs: {stdout: true, socket: panel.sock}
"""


def scenario(lab):
    chip = lab.chip("lab-expander", 8)
    chip.plug()
    lines = lab.line(17), lab.line(3, "lab-expander")
    attached(lab, chip, *lines)
    alone(lab, *lines)
    as_lines(lab, *lines)
    dumb(lab)


def bounce(line):
    for _ in range(3):
        line.close()
        time.sleep(0.002)
        line.open()
        time.sleep(0.001)
    line.close()


def attached(lab, chip, go, far):
    program = lab.run(SOCKET, [go, far])
    terminal = Terminal(lab, "monitor", "panel.yaml")
    try:
        terminal.wait(f"^Watched  process {program.pid}, up ")
        terminal.wait("^go +GPIO17 +○ +open +0 +- +ok")
        # A press that bounces, as it happens and as it ended.
        bounce(go)
        terminal.wait("^go +GPIO17 +● +closed +[0-9]+ +[0-9.]+ ms +ok")
        terminal.wait("^go +held 0\\.[0-9] s, confirms at 0.9 s")
        terminal.wait("[●◉].*[●◉]")
        terminal.wait("go +confirm  via hold, held 0.90 s \\(confirm.after 900 ms")
        go.open()
        program.wait("confirm", "go")
        # A press in the time of success would be ignored.
        time.sleep(1.4)
        lab.tap(go)
        program.wait("tap", "go")
        terminal.wait("go +tap  count 1 \\(tap under 300 ms, known 20 ms later")
        # Other sizes, while it runs.
        for columns, rows in ((40, 10), (130, 30), (20, 4), (80, 24)):
            terminal.resize(columns, rows)
            time.sleep(0.3)
            picture = terminal.picture()
            check(len(picture) <= rows, lambda: f"{len(picture)} rows of {rows}")
            check(all(len(line) < columns for line in picture), lambda: f"too wide: {picture}")
        # The health of a line, as the panel knows it.
        chip.unplug()
        terminal.wait("^far .* line_gone")
        terminal.wait("^far +its line is not there")
        chip.plug()
        terminal.wait("far +line_back", timeout=10)
        terminal.wait("^far .* ok", timeout=10)
        # A process that stands still is said to.
        program.send(signal.SIGSTOP)
        terminal.wait(f"^process {program.pid} does not answer", timeout=10)
        program.send(signal.SIGCONT)
        terminal.wait("^[0-9]+ events?, ", timeout=10)
        # A panel that ends is waited for.
        program.end()
        terminal.wait("has ended the connection; waiting for it")
        program = lab.run(SOCKET, [go, lab.line(3, "lab-expander")])
        terminal.wait(f"^Watched  process {program.pid}, up ", timeout=10)
        lab.tap(go)
        terminal.wait("go +tap  count 1")
        terminal.type("q")
        equal(terminal.end(), (0, ""), "end by q")
        check(terminal.is_restored(), lambda: f"the terminal is left as {terminal.written[-80:]}")
    finally:
        terminal.close()
    # The panel was not disturbed.
    equal(program.end()[0], 0, f"exit status of the panel\n{program.report()}")


def alone(lab, go, far):
    terminal = Terminal(lab, "monitor", "panel.yaml", NO_COLOR="1")
    try:
        terminal.wait("^Watched  lines taken by this command")
        equal(go.user(), "gpiopress", "who holds the line")
        lab.tap(go)
        terminal.wait("go +tap  count 1 \\(tap")
        check(b"\x1b[3" not in terminal.written, "colours despite NO_COLOR")
        check(not os.path.exists(lab.path("frames.jsonl")) or not lit(lab), "a ring was lit")
        os.killpg(terminal.process.pid, signal.SIGINT)
        equal(terminal.end(), (0, ""), "end by SIGINT")
        check(terminal.is_restored(), "the terminal is not as before")
    finally:
        terminal.close()
    equal(go.user(), None, "who holds the line at the end")


def lit(lab):
    """Whether the last picture of the ring is not dark."""
    with open(lab.path("frames.jsonl")) as frames:
        last = frames.read().splitlines()[-1]
    return any(pixel != "000000" for pixel in json.loads(last)["pixels"])


def as_lines(lab, go, far):
    program = lab.run(SOCKET, [go, far])
    watcher = lab.program("monitor", "panel.yaml", "--json", "--edges")
    watcher.until(lambda: any('"line":"go","raw":0' in line for line in watcher.lines), "levels")
    lab.tap(go)
    printed = program.wait("tap", "go")
    equal(watcher.wait("tap", "go"), printed, "the panel's own line")
    found = [json.loads(line) for line in watcher.lines]
    equal([each["edge"] for each in found if "edge" in each], [1, 0], "raw edges")
    watcher.until(
        lambda: any(json.loads(line).get("rate", 0) for line in watcher.lines), "summary of a second")
    program.end()
    status, _ = watcher.end(None)
    equal(status, 69, f"exit status when the panel has ended\n{watcher.report()}")
    check("has ended the connection" in watcher.stderr, watcher.report)

    # A panel without a socket holds its lines: said, with what to do.
    program = lab.run(whole(PANEL), [go, far])
    other = lab.program("monitor", "panel.yaml")
    equal(other.end(None)[0], 69, f"exit status beside a panel without a socket\n{other.report()}")
    check("outputs: {socket:" in other.stderr, other.report)
    program.end()


def dumb(lab):
    terminal = Terminal(lab, "monitor", "panel.yaml", "--for", "1s", TERM="dumb")
    try:
        status, errors = terminal.end()
        equal(status, 0, "exit status on a dumb terminal")
        check("TERM=dumb cannot move its cursor; lines are printed instead" in errors, lambda: errors)
        check(b"\x1b" not in terminal.written and b"go " in terminal.written, terminal.written)
    finally:
        terminal.close()
