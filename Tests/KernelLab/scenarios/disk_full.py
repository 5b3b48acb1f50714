"""Events to a file on a disk that is full for a while: never half a line, and they come again."""

import json
import os
import subprocess
import time

from kit import check, equal

PANEL = """
    board: auto
    controls:
      go: {kind: button, pin: GPIO17, debounce: 0ms, tap: {fire: press}, edges: true}
    outputs: {stdout: true}
"""


def taps(path):
    """How many taps a file reports; fails on what is no whole line."""
    with open(path) as file:
        text = file.read()
    check(not text or text.endswith("\n"), lambda: f"half a line at the end: {text[-80:]!r}")
    return sum(json.loads(line)["event"] == "tap" for line in text.splitlines())


def until(condition, what, timeout=12):
    end = time.monotonic() + timeout
    while not condition():
        check(time.monotonic() < end, f"no {what} within {timeout} s")
        time.sleep(0.05)


def scenario(lab):
    line = lab.line(17)
    disk = lab.path("disk")
    os.mkdir(disk)
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "disk", disk], check=True)
    events = os.path.join(disk, "events")
    ballast = os.path.join(disk, "ballast")
    with open(ballast, "wb") as file:
        file.write(bytes(48 * 1024))
    with open(events, "ab") as out, open(lab.path("errors"), "wb") as errors:
        process = subprocess.Popen(
            [lab.gpiopress, "run", lab.write("panel.yaml", PANEL)], env=lab.environment,
            cwd=lab.directory, stdin=subprocess.DEVNULL, stdout=out, stderr=errors,
        )
    reported = lambda: open(lab.path("errors")).read()
    try:
        until(line.user, "request")
        time.sleep(0.2)
        for _ in range(100):
            lab.tap(line, 0.01)
            time.sleep(0.01)
        until(lambda: "takes no events: No space left on device" in reported(), "word of the full disk")
        found = taps(events)
        check(20 < found < 100, f"{found} taps fit on the disk")
        equal(reported().count("No space left"), 1, "words of the full disk")

        os.truncate(ballast, 0)
        until(lambda: taps(events) == 100, "event that had to wait")
        lab.tap(line, 0.01)
        until(lambda: taps(events) == 101, "event after the disk was full")
        check("takes events again" in reported(), reported)

        # Full once more: what is written is whole lines, though it is killed.
        with open(ballast, "wb") as file:
            try:
                file.write(bytes(64 * 1024))
                file.flush()
            except OSError:
                os.truncate(ballast, 64 * 1024 - os.path.getsize(events) // 4096 * 4096 - 8192)
        for _ in range(60):
            lab.tap(line, 0.01)
            time.sleep(0.01)
        time.sleep(1)
        process.kill()
        process.wait()
        check(taps(events) < 161, "the disk was not full")
    finally:
        process.kill()
        process.wait()
        subprocess.run(["umount", disk], check=True)
