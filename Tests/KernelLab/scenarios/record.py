"""A session that bounces, overflows, is unplugged, sleeps and is reloaded is recorded as it was: its replay
gives exactly the events that were emitted live."""

import json
import os
import re
import signal
import subprocess
import time

from kit import check, equal, kernel

PANEL = """
    name: Recorded
    controls:
      go: {kind: button, pin: GPIO17, tap: {max: 2}, confirm: 900ms, edges: true}
      door: {kind: switch, pin: GPIO22}
      far:
        kind: button
        pin: {chip: lab-expander, line: 3}
        confirm: 1s
        tap: true
    outputs: {stdout: true, socket: panel.sock}
"""

# What only a run knows: when it was, and when the process came to it.
OF_A_RUN = ("time", "n", "decided", "via")


def bounce(line, levels):
    for level in levels:
        line.close() if level else line.open()
        time.sleep(0.003)


def fact(event, zero):
    """An event without what only a run knows, counted from the recording's zero."""
    fact = {key: value for key, value in event.items() if key not in OF_A_RUN}
    fact["at"] = round(event["at"] - zero, 5)
    return fact


def recording(lab, program):
    folder = lab.path("records")
    names = sorted(os.listdir(folder))
    equal(len(names), 1, f"recordings {names}\n{program.report()}")
    path = os.path.join(folder, names[0])
    with open(path) as file:
        text = file.read()
    found = re.search(r"^# begun \S+, at ([0-9.]+) of the monotonic clock$", text, re.MULTILINE)
    check(found, lambda: f"no zero in {text[:500]}")
    return path, text, float(found.group(1))


def scenario(lab):
    chip = lab.chip("lab-expander", 8)
    chip.plug()
    go, door, far = lab.line(17), lab.line(22), lab.line(3, "lab-expander")
    program = lab.run(PANEL, [go, door, far], "--record", "records")

    # It bounces.
    for _ in range(3):
        bounce(go, [1, 0, 1, 0, 1])
        time.sleep(0.1)
        bounce(go, [0, 1, 0, 1, 0])
        time.sleep(0.5)
    door.close()
    go.close()
    program.wait("confirm", "go")
    go.open()

    # It overflows: more edges than the kernel keeps while the process is stopped.
    program.send(signal.SIGSTOP)
    for _ in range(300):
        go.close()
        time.sleep(0.015)
        go.open()
        time.sleep(0.015)
    program.send(signal.SIGCONT)
    time.sleep(1)

    # It is unplugged in the middle of a confirm.
    far.close()
    program.wait("confirm_start", "far")
    chip.unplug()
    program.wait("cancel", "far", reason="line_gone")
    time.sleep(1)
    chip.plug()
    program.wait("line_back", "far", timeout=10)
    far = lab.line(3, "lab-expander")
    time.sleep(0.2)
    lab.tap(far)
    program.wait("tap", "far")

    # It sleeps, and a contact moves meanwhile.
    if not lab.has_host_clock:
        go.close()
        program.wait("confirm_start", "go")
        kernel.suspend(5)
        program.wait("cancel", "go", reason="suspended")
        go.open()
        time.sleep(1)

    # It is reloaded while one button is pressed, and a program presses another.
    go.close()
    program.wait("confirm_start", "go")
    program.send(signal.SIGHUP)
    program.wait("cancel", "go", reason="reload")
    time.sleep(0.3)
    go.open()
    time.sleep(0.5)
    pressed = subprocess.run(
        [lab.gpiopress, "send", "panel.sock", '{"press":"door"}'], cwd=lab.directory,
        env=lab.environment, capture_output=True, text=True, timeout=20)
    check(pressed.returncode != 0, "a switch was pressed by a program")

    # What is decided late, and what ends with the program.
    far.close()
    program.wait("confirm_start", "far")
    status, _ = program.end()
    equal(status, 0, f"exit status\n{program.report()}")
    equal(program.names("far")[-1], "cancel", "last event of the far button")

    path, text, zero = recording(lab, program)
    for part in ("gpiopress", "Recorded", "SHA-256", "board raspberry-pi-5", "Linux"):
        check(part in text, lambda: f"{part} is missing in the head: {text[:500]}")
    for part in ("! lost go", "! gone far", "! back far", "! reload", "! shutdown"):
        check(part in text, lambda: f"{part} was not recorded")
    replay = subprocess.run(
        [lab.gpiopress, "replay", "panel.yaml", path], cwd=lab.directory, env=lab.environment,
        capture_output=True, text=True, timeout=60)
    equal((replay.returncode, replay.stderr), (0, ""), "exit status and errors of the replay")
    replayed = [fact(json.loads(line), 0) for line in replay.stdout.splitlines()]
    emitted = [fact(each, zero) for each in program.events()]
    check(len(emitted) > 25, lambda: f"only {len(emitted)} events")
    for number, (live, again) in enumerate(zip(emitted, replayed)):
        equal(again, live, f"event {number} of the replay")
    equal(len(replayed), len(emitted), "events of the replay")
