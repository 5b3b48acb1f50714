"""Recording meets a full disk, a folder that goes, a reader that goes, a signal and a kill: the panel works
on, and what was written is a whole trace up to the last second."""

import os
import shutil
import signal
import subprocess
import time

from kit import check, equal

PANEL = """
    controls:
      go: {kind: button, pin: GPIO17, debounce: 0ms, tap: true, edges: true}
      idle: {kind: button, pin: GPIO22, tap: true}
"""


def replayed(lab, path):
    """The events of a recording's replay; fails on what is no whole trace."""
    with open(path) as file:
        text = file.read()
    check(not text or text.endswith("\n"), lambda: f"half a line at the end: {text[-80:]!r}")
    run = subprocess.run(
        [lab.gpiopress, "replay", "panel.yaml", path], cwd=lab.directory, env=lab.environment,
        capture_output=True, text=True, timeout=60)
    equal((run.returncode, run.stderr), (0, ""), f"replay of {path}")
    return run.stdout.splitlines()


def taps(lab, path):
    return sum('"tap"' in line for line in replayed(lab, path))


def newest(folder):
    names = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
    return os.path.join(folder, names[-1]) if names else None


def tap_often(lab, line, count):
    for _ in range(count):
        lab.tap(line, 0.03)
        time.sleep(0.03)


def full_disk(lab, line):
    disk = lab.path("disk")
    os.mkdir(disk)
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "disk", disk], check=True)
    ballast = os.path.join(disk, "ballast")
    with open(ballast, "wb") as file:
        file.write(bytes(52 * 1024))
    program = lab.run(PANEL, [line], "--record", "disk/records")
    try:
        for _ in range(8):
            tap_often(lab, line, 60)
            time.sleep(1.2)
        program.wait_error("No space left on device", timeout=10)
        check("the panel runs on, and it is tried again" in program.stderr, program.report)
        equal(program.names().count("tap"), 480, "taps that were emitted")
        records = os.path.join(disk, "records")
        # What was tried since then, and found no room for a single line, is gone again.
        first = newest(records)
        equal(len(os.listdir(records)), 1, "recordings on a full disk")
        found = taps(lab, first)
        check(20 < found < 480, lambda: f"{found} taps are in the recording")
        # Room again: another recording is begun, and is whole.
        os.truncate(ballast, 0)
        program.until(lambda: newest(os.path.join(disk, "records")) != first, "a new one", 40)
        tap_often(lab, line, 5)
        equal(program.end()[0], 0, "exit status")
        equal(taps(lab, newest(os.path.join(disk, "records"))), 5, "taps of the new recording")
    finally:
        program.kill()
        subprocess.run(["umount", disk], check=True)


def folder_gone(lab, line):
    folder = lab.path("records")
    program = lab.run(PANEL, [line], "--record", "records")
    tap_often(lab, line, 3)
    time.sleep(1.5)
    equal(taps(lab, newest(folder)), 3, "taps before the folder goes")
    shutil.rmtree(folder)
    tap_often(lab, line, 3)
    program.wait_error("was removed", timeout=10)
    program.until(lambda: newest(folder), "the folder again", 40)
    tap_often(lab, line, 4)
    equal(program.names().count("tap"), 10, "taps that were emitted")
    # Killed: what is older than a second is there.
    time.sleep(1.5)
    lab.tap(line, 0.03)
    equal(program.end(signal.SIGKILL)[0], -signal.SIGKILL, "exit status")
    check(taps(lab, newest(folder)) in (4, 5), "taps of a killed program's recording")
    shutil.rmtree(folder)


def foreground(lab, line):
    path = lab.path("out.trace")
    program = lab.program("record", "panel.yaml", "-o", path)
    program.wait_ready([line])
    tap_often(lab, line, 3)
    equal(program.end(signal.SIGHUP)[0], 0, "exit status")
    equal(taps(lab, path), 3, "taps of a recording that a signal has ended")
    with open(path) as file:
        check(file.read().endswith("! end\n"), "no end in the recording")

    # Who reads along goes away: that is no failure.
    reader, writer = os.pipe()
    process = subprocess.Popen(
        [lab.gpiopress, "record", "panel.yaml", "-o", "-"], env=lab.environment,
        cwd=lab.directory, stdin=subprocess.DEVNULL, stdout=writer, stderr=subprocess.PIPE)
    os.close(writer)
    try:
        with os.fdopen(reader) as lines:
            check(lines.readline().startswith("# gpiopress "), "no head")
            while not line.user():
                time.sleep(0.02)
            lab.tap(line, 0.03)
            for text in lines:
                if " go 0" in text:
                    break
        lab.tap(line, 0.03)
        equal(process.wait(10), 0, "exit status where the reader has gone")
        equal(process.stderr.read(), b"", "errors where the reader has gone")
    finally:
        process.kill()
        process.wait()


def scenario(lab):
    line = lab.line(17)
    full_disk(lab, line)
    folder_gone(lab, line)
    foreground(lab, line)
