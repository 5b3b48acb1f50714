"""Commands that flood their output: the panel works on, and their time limit ends them."""

import time

import kit.ring as ring
from kit import check, equal

PANEL = """
    controls:
      flood:
        kind: button
        pin: GPIO17
        tap: true
        ring: halo
        do:
          tap: {run: [/usr/bin/yes, progress 0.5], show: progress, timeout: 2s}
      words:
        kind: button
        pin: GPIO22
        tap: true
        ring: halo
        do:
          tap: {run: [/usr/bin/yes, words], show: progress, timeout: 2s}
      go: {kind: button, pin: GPIO23, tap: true}
    rings:
      halo: {driver: file, path: frames.jsonl, pixels: 12}
"""


def scenario(lab):
    flood, words, go = lab.line(17), lab.line(22), lab.line(23)
    program = lab.run(PANEL, [flood, words, go])
    for line, name in ((flood, "flood"), (words, "words")):
        lab.tap(line)
        program.wait("tap", name)
        time.sleep(0.5)
        lab.tap(go)
        tap = program.wait("tap", "go")
        check(tap["decided"] - tap["at"] < 60, lambda: f"late: {tap}")
        if name == "flood":
            equal(ring.fill(ring.frames(lab.path("frames.jsonl"))[-1]), 6, "pixels that are filled")
        program.wait_error(f"{name}: tap: /usr/bin/yes ran longer than 2000 ms", timeout=4)
    program.until(lambda: "lines of its output left out" in program.stderr, "count of lines left out")
    passed = program.errors.count("words")
    check(100 <= passed <= 400, f"{passed} lines were passed on")
    lab.tap(go)
    program.wait("tap", "go")
    status, took = program.end()
    equal(status, 0, "exit status")
    check(took < 0.5, f"the end took {took:.2f} s")
