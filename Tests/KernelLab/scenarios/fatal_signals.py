"""Signals that end a process by themselves: made dark before the end, or ignored; a crash is made up for."""

import os
import resource
import signal
import time

import kit.ring as ring
from kit import check, equal
from kit.light import Pca9685

PANEL = """
    board: auto
    controls:
      erase: {kind: button, pin: GPIO17, confirm: {after: 900ms, exclusive: false}, ring: halo}
      go:
        kind: button
        pin: GPIO22
        tap: true
        ring: frames
        do: {tap: {run: [sh, -c, "grep SigIgn: /proc/self/status >&2"]}}
    rings:
      halo: {driver: pwm, chip: 0-0040, channels: [0, 1, 2, 3], brightness: 1}
      frames: {driver: file, path: frames.jsonl, pixels: 12}
    outputs: {stdout: true}
"""
STRAY = [
    signal.SIGPIPE, signal.SIGXFSZ, signal.SIGALRM, signal.SIGVTALRM, signal.SIGPROF,
    signal.SIGUSR1, signal.SIGUSR2, signal.SIGIO, 16, signal.SIGRTMIN, signal.SIGRTMAX,
]
ENDS = [signal.SIGQUIT, signal.SIGXCPU, signal.SIGPWR]
CRASHES = [signal.SIGSEGV, signal.SIGABRT, signal.SIGBUS]
DARK = [0] * 4


def scenario(lab):
    chip = Pca9685(lab)
    erase, go = lab.line(17), lab.line(22)
    path = lab.write("panel.yaml", PANEL)
    # No cores in the host's file system.
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    def lit():
        program = lab.run(PANEL, [erase, go])
        erase.close()
        program.wait("confirm_start", "erase")
        program.until(lambda: max(chip.duties(4)) > 2000, "a fill")
        return program

    program = lab.run(PANEL, [erase, go])
    program.until(lambda: min(chip.duties(4)) > 50, "the track")
    for number in STRAY:
        program.send(number)
        time.sleep(0.05)
        lab.tap(go)
        program.wait("tap", "go")
    # Commands get signals as they are by default; 32 and 33 are the C library's own affair.
    program.wait_error("SigIgn:")
    masks = [int(line.split()[1], 16) for line in program.errors if line.startswith("SigIgn:")]
    equal({mask & ~(3 << 31) for mask in masks}, {0}, "signals that commands ignore")
    check_limited_file(lab, program, go)
    erase.close()
    program.wait("confirm", "erase")
    erase.open()
    equal(program.end()[0], 0, "exit status after stray signals")
    equal(chip.duties(4), DARK, "duties after SIGTERM")

    for number in ENDS:
        program = lit()
        equal(program.end(number)[0], -number, "exit status")
        erase.open()
        equal(program.events()[-1]["reason"], "shutdown", "reason")
        equal(chip.duties(4), DARK, f"duties after signal {number}")
        equal(ring.frames(lab.path("frames.jsonl"))[-1], [(0, 0, 0)] * 12, "the last frame")

    # What no loop can serve is the unit's: ExecStopPost.
    for number in CRASHES:
        program = lit()
        equal(program.end(number)[0], -number, "exit status")
        erase.open()
        check(max(chip.duties(4)) > 2000, "a crash made its ring dark")
        equal(lab.program("ring", path, "all", "off").end(None)[0], 0, "exit status of all off")
        equal(chip.duties(4), DARK, f"duties after signal {number} and all off")

    # By hand it is the same.
    program = lab.program("ring", path, "halo", "fill", "1")
    program.until(lambda: min(chip.duties(4)) > 2000, "a full ring")
    program.send(signal.SIGUSR1)
    time.sleep(0.1)
    check(min(chip.duties(4)) > 2000, "SIGUSR1 ended a ring lit by hand")
    program.end(signal.SIGQUIT)
    equal(chip.duties(4), DARK, "duties of a ring lit by hand after SIGQUIT")


def check_limited_file(lab, program, go):
    """A file that may not grow any more is an error of its ring, and fixed where that is."""
    size = os.path.getsize(lab.path("frames.jsonl"))
    before = resource.prlimit(program.pid, resource.RLIMIT_FSIZE, (size + 100, -1))
    lab.tap(go)
    program.wait("tap", "go")
    program.wait_error("ring frames: write frames.jsonl: File too large")
    resource.prlimit(program.pid, resource.RLIMIT_FSIZE, before)
    program.wait_error("ring frames: it is back", timeout=7)
    # The half line that fitted was gone on with.
    check(len(ring.frames(lab.path("frames.jsonl"))) > 2, "frames after the limit")
