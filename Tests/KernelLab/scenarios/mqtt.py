"""MQTT: presses arrive once and are not kept, states are; what is asked of ring, cue and panel is done;
the end says offline; at rest nothing wakes the program; a missing library is one line and 69."""

import json
import os
import subprocess
import time

from kit import check, equal, kernel
from kit.broker import Broker

PANEL = """
    board: auto
    controls:
      go:
        kind: button
        pin: GPIO17
        tap: {max: 2}
        do: {"tap:2": {publish: {topic: twice, payload: "n={n}"}}}
      door: {kind: switch, pin: GPIO22}
    rings:
      halo: {driver: file, path: frames.jsonl, pixels: 4}
    outputs: {stdout: true, mqtt: {host: 127.0.0.1, base: lab}}
"""


def missing_library(lab):
    """The library of this one process is an empty file."""
    found = subprocess.run(["ldconfig", "-p"], capture_output=True, text=True, check=True).stdout
    library = [line.split(" => ")[1] for line in found.splitlines() if "libmosquitto.so.1" in line]
    if not library:
        return
    path = os.path.realpath(library[0])
    subprocess.run(["mount", "--bind", "/dev/null", path], check=True)
    try:
        program = lab.program("run", lab.write("alone.yaml", PANEL))
        equal(program.end(None)[0], 69, "exit status without the library")
        check("libmosquitto1" in program.stderr, lambda: f"no package is named: {program.stderr}")
        lines = [line for line in program.stderr.splitlines() if "warning:" not in line]
        equal(len(lines), 1, f"lines without the library, {lines}")
    finally:
        subprocess.run(["umount", path], check=True)


def scenario(lab):
    broker = Broker(lab)
    broker.start()
    line, door = lab.line(17), lab.line(22)
    program = lab.run(PANEL, [line, door])
    program.wait_error("mqtt: connected")
    watcher = broker.watch("lab/#")
    watcher.wait("lab/state/door off")
    lab.tap(line)
    tap = json.loads(watcher.wait("lab/event/go", '"tap"').split(" ", 1)[1])
    reported = program.wait("tap", "go")
    equal({key: tap[key] for key in reported}, reported, "the event as the broker has it")
    equal(tap["event_type"], "tap", "type")
    for _ in range(2):
        lab.tap(line)
        time.sleep(0.08)
    equal(watcher.wait("lab/twice"), f"lab/twice n={program.wait('tap', 'go')['n']}", "message")
    door.close()
    watcher.wait("lab/state/door on")
    late = broker.watch("lab/#")
    late.wait("lab/state/door on")
    check(not any("/event/" in line for line in late.lines), "an event was kept")

    broker.publish("lab/ring/halo/set", '{"state": "ON", "color": {"r": 255, "g": 0, "b": 0}}')
    watcher.wait("lab/ring/halo ", '"r":255')
    end = time.monotonic() + 10
    while "ff0000" not in kernel.read(lab.path("frames.jsonl")) and time.monotonic() < end:
        time.sleep(0.05)
    check("ff0000" in kernel.read(lab.path("frames.jsonl")), "the ring is not red")
    broker.publish("lab/ring/halo/set", "idle")
    watcher.wait('lab/ring/halo {"state":"OFF"}')
    broker.publish("lab/reload/set", "PRESS")
    program.wait_error("reloaded")

    # What it looks for after a connection is over then.
    time.sleep(8)
    before = kernel.voluntary_switches(program.pid)
    time.sleep(20)
    equal(kernel.voluntary_switches(program.pid) - before, 0, "wake-ups in twenty seconds")
    equal(program.end()[0], 0, "exit status")
    watcher.wait("lab/availability offline")
    missing_library(lab)
