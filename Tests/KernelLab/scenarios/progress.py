"""A command's lines of progress fill the ring; then success or failure. All else goes to stderr."""

import time

import kit.ring as ring
from kit import check, equal

PANEL = """
    controls:
      copy:
        kind: button
        pin: GPIO17
        tap: true
        ring: halo
        do:
          tap:
            run:
              - /bin/sh
              - -c
              - |
                echo 'starting  it'
                echo 'progress 0.25'; sleep 1
                echo 'progress 2'
                printf 'progress 0.'; sleep 0.2
                echo '75'; echo 'to stderr' >&2; sleep 1
                printf 'last words'; test ! -e fail
            show: progress
      quick:
        kind: button
        pin: GPIO22
        tap: true
        ring: halo
        do:
          tap: {run: [/bin/echo, progress 1], show: progress}
    rings:
      halo: {driver: file, path: frames.jsonl, pixels: 12}
"""


def scenario(lab):
    line = lab.line(17)
    quick = lab.line(22)
    program = lab.run(PANEL, [line, quick])
    path = lab.path("frames.jsonl")
    for fails in (False, True):
        if fails:
            lab.write("fail", "")
        begin, reported = len(ring.frames(path)), len(program.errors)
        lab.tap(line)
        program.wait("tap", "copy")
        for seconds, fill in ((0.7, 3), (1, 9)):
            time.sleep(seconds)
            equal(ring.fill(ring.frames(path)[-1]), fill, "pixels that are filled")
        time.sleep(4)
        frames = ring.frames(path)[begin:]
        equal(ring.fill(frames[-1]), 0, "pixels that are filled at the end")
        check(any(ring.is_orange(each) for each in frames) == fails, "the failure's picture")
        check(any(ring.is_greenish(each) for each in frames) != fails, "the success's picture")
        errors = program.errors[reported:]
        words = ["starting  it", "progress 2", "to stderr", "last words"]
        equal(errors[:4], words, "what the command says")
        equal(len(errors), 5 if fails else 4, "lines on stderr")
        check(not fails or "copy: tap: /bin/sh exited with status 1" in errors[4], errors)

    # Done before anybody looked: it succeeded all the same.
    begin = len(ring.frames(path))
    lab.tap(quick)
    program.wait("tap", "quick")
    time.sleep(3)
    frames = ring.frames(path)[begin:]
    check(any(ring.is_greenish(each) for each in frames), "the success of a quick command")
    ends = ["command_done", "command_failed", "command_done"]
    equal(program.names(), [name for end in ends for name in ("tap", end)], "all events")
    equal(program.end()[0], 0, "exit status")
