"""At SIGHUP only a regular file is read: a FIFO, a socket, a folder or a device leaves the old panel
running, is reported, and nobody waits for it; of a large bad file a hundred lines are reported.

The lab's clock stands while a program reckons, so how long reading takes is shown by WorkTests."""

import os
import signal
import socket
import time

from kit import check, equal

PANEL = """\
board: auto
controls:
  go: {kind: button, pin: GPIO17, tap: true}
outputs: {stdout: true}
"""
# Four fifths of the limit, and nothing right in it.
BAD = "board: auto\ncontrols:\n" + "".join(
    f"  c{number}: {{kind: buton, pni: GPIO17, hold: 1}}\n" for number in range(19_500)
)


def replace(path, make):
    """Puts something else in the file's place."""
    os.unlink(path)
    make(path)


def listen(path):
    server = socket.socket(socket.AF_UNIX)
    server.bind(path)
    server.close()


def scenario(lab):
    line = lab.line(17)
    program = lab.run(PANEL, [line])
    path = lab.path("panel.yaml")
    kinds = (
        ("a FIFO", os.mkfifo),
        ("a socket", listen),
        ("a device", lambda path: os.symlink("/dev/zero", path)),
        ("a directory", os.mkdir),
    )
    for reported, (what, make) in enumerate(kinds, 1):
        replace(path, make)
        program.send(signal.SIGHUP)
        program.wait_error(f"panel.yaml: {what}, not a file")
        program.until(
            lambda: program.stderr.count("the old panel runs on") == reported, "word of the old panel")
        lab.tap(line)
        program.wait("tap", "go")
    os.rmdir(path)

    # A regular file again, nearly as large and as bad as it gets.
    check(len(BAD) > 850_000, "the bad file is too small")
    lab.write("panel.yaml", BAD)
    before = len(program.errors)
    line.close()
    time.sleep(0.08)
    program.send(signal.SIGHUP)
    line.open()
    program.wait("tap", "go")
    program.until(
        lambda: program.stderr.count("the old panel runs on") == len(kinds) + 1,
        "word of the old panel")
    check(len(program.errors) - before <= 102, lambda: f"too many lines: {len(program.errors)}")

    lab.write("panel.yaml", PANEL)
    program.send(signal.SIGHUP)
    program.wait_error("reloaded")
    lab.tap(line)
    program.wait("tap", "go")
    equal(program.end()[0], 0, "exit status")

    # At the start, too.
    replace(path, os.mkfifo)
    for command in ("run", "check"):
        refused = lab.program(command, path)
        status, took = refused.end(None)
        equal(status, 66, f"exit status of {command}")
        check(took < 2, lambda: f"{command} waited {took} s")
        equal(len(refused.errors), 1, "lines")
