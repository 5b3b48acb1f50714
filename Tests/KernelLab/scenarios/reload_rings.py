"""SIGHUP: a ring that is as it was goes on without a flicker; others become dark, then the new are lit."""

import os
import resource
import signal

import kit.ring as ring
from kit import check, equal
from kit.light import Pca9685

PANEL = """\
board: auto
controls:
  go: {{kind: button, pin: GPIO17, tap: true, ring: same}}
rings:
  same: {{driver: pwm, chip: 0-0040, channels: [0, 1, 2, 3], brightness: 1}}
  other: {{driver: file, path: frames.jsonl, pixels: {pixels}}}
outputs: {{stdout: true}}
"""


def threads(program):
    return len(os.listdir(f"/proc/{program.pid}/task"))


def scenario(lab):
    chip = Pca9685(lab)
    line = lab.line(17)
    program = lab.run(PANEL.format(pixels=12), [line])
    program.until(lambda: min(chip.duties(4)) > 50, "the track")
    before = threads(program)
    track = chip.duties(4)

    def reload(pixels):
        count = len([each for each in program.errors if "reloaded" in each])
        lab.write("panel.yaml", PANEL.format(pixels=pixels))
        program.send(signal.SIGHUP)
        program.until(
            lambda: len([each for each in program.errors if "reloaded" in each]) > count, "reload")

    for pixels in (6, 7, 8):
        reload(pixels)
        frames = []

        def is_lit():
            frames[:] = ring.frames(lab.path("frames.jsonl"))
            return frames and len(frames[-1]) == pixels and max(frames[-1])[0] > 0

        program.until(is_lit, f"a picture of {pixels} pixels")
        # Nothing of the old ring follows.
        equal({len(each) for each in frames}, {pixels}, "lengths of the frames in the new file")
        equal(chip.duties(4), track, "duties of the ring that goes on")
    for _ in range(10):
        reload(12)
    program.until(lambda: threads(program) == before, "threads as before")

    # Too many open files is reported as that: there is room for the panel file, and for one of five more.
    last = max(int(each) for each in os.listdir(f"/proc/{program.pid}/fd"))
    old = resource.prlimit(program.pid, resource.RLIMIT_NOFILE, (last + 2, 4096))
    more = "".join(
        f"  more{number}: {{driver: file, path: more{number}, pixels: 1}}\n" for number in range(5))
    lab.write("panel.yaml", PANEL.format(pixels=12).replace("outputs", more.rstrip() + "\noutputs"))
    program.send(signal.SIGHUP)
    # Each has a thread of its own, so any of them may be the one that fits.
    program.until(
        lambda: any(f"ring more{number}: open more{number}: too many open files" in program.stderr
                    for number in range(5)), "what the rings say")
    check("raise LimitNOFILE= of the service" in program.stderr, lambda: program.stderr)
    resource.prlimit(program.pid, resource.RLIMIT_NOFILE, old)
    program.wait_error("it is back", timeout=7)
    check(program.process.poll() is None, "it ended")
    equal(program.end()[0], 0, "exit status")
    equal(chip.duties(4), [0] * 4, "duties after the end")
