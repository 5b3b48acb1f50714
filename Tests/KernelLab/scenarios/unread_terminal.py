"""Terminals that nobody reads, for output and errors: the panel works on, and nothing is lost."""

import fcntl
import json
import os
import subprocess
import time
import tty

from kit import check, equal, kernel

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
          tap: {run: [/nowhere/%s]}
    outputs: {stdout: true}
"""

# Longer than the room that a terminal still has when it says that it has some.
NAME = "n" * 400


def take(master):
    """All that the terminal holds, and what comes while it is read."""
    found = b""
    quiet = 0
    while quiet < 20:
        try:
            part = os.read(master, 65536)
        except BlockingIOError:
            part = b""
        except OSError:
            break
        found += part
        quiet = 0 if part else quiet + 1
        if not part:
            time.sleep(0.01)
    return found.decode()


def scenario(lab):
    many, go, bad = lab.line(17), lab.line(22), lab.line(23)
    out, out_end = os.openpty()
    errors, errors_end = os.openpty()
    for end in (out_end, errors_end):
        tty.setraw(end)
    for master in (out, errors):
        os.set_blocking(master, False)
    process = subprocess.Popen(
        [lab.gpiopress, "run", lab.write("panel.yaml", PANEL % NAME)], env=lab.environment,
        cwd=lab.directory, stdin=subprocess.DEVNULL, stdout=out_end, stderr=errors_end,
        start_new_session=True,
    )
    try:
        for _ in range(500):
            if many.user() and go.user() and bad.user():
                break
            time.sleep(0.02)
        time.sleep(0.2)
        for _ in range(200):
            lab.tap(many, 0.01)
            time.sleep(0.01)
        for _ in range(200):
            lab.tap(bad, 0.04)
            time.sleep(0.04)
        # A little is read: there is room again, but not for all that waits.
        begun = os.read(out, 300) + os.read(out, 300), os.read(errors, 300)
        time.sleep(0.2)
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
        check(not fcntl.fcntl(out_end, fcntl.F_GETFL) & os.O_NONBLOCK, "others find it non-blocking")
        lines = (begun[0].decode() + take(out)).splitlines()
        names = [json.loads(line)["event"] for line in lines]
        equal(names.count("tap"), 401, "taps told once the terminal is read")
        told = (begun[1].decode() + take(errors)).splitlines()
        lost = [int(line.split()[0]) for line in told if "messages lost" in line]
        whole = sum(line == f"bad: tap: cannot start /nowhere/{NAME}: No such file or directory"
                    for line in told)
        equal(whole + len(lost), len(told), "whole lines")
        check(whole >= 150, f"{whole} messages of 200 found room")
        equal(whole + sum(lost), 200, "messages told or counted")
        # Once more unread: the end does not wait either.
        for _ in range(200):
            lab.tap(many, 0.01)
            time.sleep(0.01)
        begin = time.monotonic()
        process.terminate()
        equal(process.wait(5), 0, "exit status")
        took = time.monotonic() - begin
        check(took < 0.5, f"the end took {took:.2f} s")
    finally:
        process.kill()
        process.wait()
        for descriptor in (out, out_end, errors, errors_end):
            os.close(descriptor)
