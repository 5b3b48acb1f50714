"""The reader of the events goes: that ends a panel that reports events, and is an error; no other panel."""

import os
import subprocess
import time

from kit import check, equal

PANEL = """
    board: auto
    controls:
      go:
        kind: button
        pin: GPIO17
        tap: true
        do:
          tap: {run: [/usr/bin/touch, done]}
    outputs: {stdout: %s}
"""


def start(lab, stdout):
    reading, writing = os.pipe()
    process = subprocess.Popen(
        [lab.gpiopress, "run", lab.write("panel.yaml", PANEL % stdout)], env=lab.environment,
        cwd=lab.directory, stdin=subprocess.DEVNULL, stdout=writing, stderr=subprocess.PIPE,
        start_new_session=True,
    )
    os.close(writing)
    line = lab.line(17)
    for _ in range(500):
        if line.user():
            break
        time.sleep(0.02)
    time.sleep(0.2)
    os.close(reading)
    return process, line


def scenario(lab):
    process, _ = start(lab, "true")
    try:
        # systemd restarts what does not end with 0.
        equal(process.wait(5), 71, "exit status")
        reported = process.stderr.read().decode()
        check("nobody reads the standard output" in reported, reported)
    finally:
        process.kill()
        process.wait()

    process, line = start(lab, "false")
    try:
        lab.tap(line)
        for _ in range(300):
            if os.path.exists(lab.path("done")):
                break
            time.sleep(0.02)
        check(os.path.exists(lab.path("done")), "the command did not run")
        equal(process.poll(), None, "its end")
        process.terminate()
        equal(process.wait(5), 0, "exit status")
        equal(process.stderr.read(), b"", "what it says")
    finally:
        process.kill()
        process.wait()
