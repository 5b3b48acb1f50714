"""A command that outlasts its time limit is ended, its children too, even if it ignores TERM."""

import os
import time

import kit.ring as ring
from kit import check, kernel

PANEL = """
    controls:
      go:
        kind: button
        pin: GPIO17
        tap: true
        do:
          tap: {run: [/bin/sh, -c, "trap '' TERM; echo $$ > pid; sleep 1000 & wait; sleep 1000"], timeout: 300ms}
      erase:
        kind: button
        pin: GPIO22
        confirm: {after: 400ms, success: 400ms}
        ring: halo
        do:
          confirm: {run: [/bin/sleep, "1000"], timeout: 600ms}
    rings:
      halo: {driver: file, path: frames.jsonl, pixels: 12}
"""


def is_running(group):
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                fields = kernel.read(f"/proc/{entry}/stat").rsplit(")", 1)[1].split()
            except OSError:
                continue
            if int(fields[2]) == group and fields[0] != "Z":
                return True
    return False


def scenario(lab):
    go, erase = lab.line(17), lab.line(22)
    program = lab.run(PANEL, [go, erase])
    lab.tap(go)
    program.wait("tap", "go")
    program.until(lambda: os.path.exists(lab.path("pid")) and kernel.read(lab.path("pid")), "command")
    group = int(kernel.read(lab.path("pid")))
    check(is_running(group), "the command has no process group of its own")
    program.until(lambda: not is_running(group), "end of the command", timeout=10)

    erase.close()
    program.wait("confirm", "erase")
    erase.open()
    time.sleep(4)
    frames = ring.frames(lab.path("frames.jsonl"))
    check(any(ring.is_orange(each) for each in frames), "no failure picture")
    check("300" in program.stderr, lambda: f"the limit is not reported: {program.stderr}")
