"""Nobody reads the events: the panel works on, and commands run."""

import os
import subprocess
import time

from kit import check, kernel

PANEL = """
    board: auto
    controls:
      many: {kind: button, pin: GPIO17, debounce: 0ms, tap: {fire: press}, edges: true}
      go:
        kind: button
        pin: GPIO22
        tap: true
        do:
          tap: {run: [/usr/bin/touch, done]}
    outputs: {stdout: true}
"""


def scenario(lab):
    many, go = lab.line(17), lab.line(22)
    process = subprocess.Popen(
        [lab.gpiopress, "run", lab.write("panel.yaml", PANEL)], env=lab.environment,
        cwd=lab.directory, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    try:
        for _ in range(500):
            if many.user() and go.user():
                break
            time.sleep(0.02)
        time.sleep(0.2)
        # Three events of a hundred bytes a press; a pipe holds 64 KiB.
        for _ in range(400):
            lab.tap(many, 0.01)
            time.sleep(0.01)
        # Not at the very instant of one of its own timers, which count in whole 10 ms.
        time.sleep(0.105)
        check(kernel.state(process.pid) == "S", "it does not sleep")
        before = kernel.voluntary_switches(process.pid)
        time.sleep(2)
        switches = kernel.voluntary_switches(process.pid) - before
        check(switches <= 2, f"it woke {switches} times with nothing to do")
        lab.tap(go)
        for _ in range(300):
            if os.path.exists(lab.path("done")):
                break
            time.sleep(0.02)
        check(os.path.exists(lab.path("done")), "the command did not run")
        begin = time.monotonic()
        process.terminate()
        check(process.wait(5) == 0, f"exit status {process.returncode}")
        took = time.monotonic() - begin
        check(took < 0.5, f"the end took {took:.2f} s")
    finally:
        process.kill()
        process.wait()
