"""For scenarios in which nobody reads what the program writes: it works on, rests and ends."""

import os
import subprocess
import time

from . import check, equal, kernel

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
      bad:
        kind: button
        pin: GPIO23
        tap: true
        do:
          tap: {run: [/nowhere/NAME]}
    outputs: {stdout: true}
"""


def start(lab, lines, name, stdout, stderr):
    """The program on PANEL, once it has its lines; `name` stands for NAME."""
    process = subprocess.Popen(
        [lab.gpiopress, "run", lab.write("panel.yaml", PANEL.replace("NAME", name))],
        env=lab.environment, cwd=lab.directory, stdin=subprocess.DEVNULL, stdout=stdout,
        stderr=stderr, start_new_session=True,
    )
    for _ in range(500):
        if all(line.user() for line in lines):
            break
        time.sleep(0.02)
    time.sleep(0.2)
    return process


def tap_often(lab, line, count, seconds=0.01):
    for _ in range(count):
        lab.tap(line, seconds)
        time.sleep(seconds)


def check_rest(process):
    """It sleeps, and does not wake with nothing to do."""
    # Not at the very instant of one of its own timers, which count in whole 10 ms.
    time.sleep(0.105)
    check(kernel.state(process.pid) == "S", "it does not sleep")
    before = kernel.voluntary_switches(process.pid)
    time.sleep(2)
    switches = kernel.voluntary_switches(process.pid) - before
    check(switches <= 2, f"it woke {switches} times with nothing to do")


def check_command(lab, line):
    """A tap of `go` runs its command all the same."""
    lab.tap(line)
    for _ in range(300):
        if os.path.exists(lab.path("done")):
            break
        time.sleep(0.02)
    check(os.path.exists(lab.path("done")), "the command did not run")


def check_end(process, seconds):
    begin = time.monotonic()
    process.terminate()
    equal(process.wait(5), 0, "exit status")
    took = time.monotonic() - begin
    check(took < seconds, f"the end took {took:.2f} s")
