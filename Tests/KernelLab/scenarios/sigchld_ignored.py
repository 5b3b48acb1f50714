"""Started with SIGCHLD ignored, others blocked and bytes in its environment: commands run all the same."""

import os
import signal

from kit import equal, kernel

PANEL = """
    controls:
      go:
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
                printf %s "$BYTES" > bytes
                grep -E 'Sig(Blk|Ign)' /proc/self/status > signals
                echo run >> runs
                test ! -e fail
      slow:
        kind: button
        pin: GPIO22
        tap: true
        do:
          tap: {run: [/bin/sh, -c, "sleep 1000 & sleep 1000"], timeout: 500ms}
    rings:
      halo: {driver: file, path: frames.jsonl, pixels: 12}
"""


def ignoring():
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR1, signal.SIGTERM, signal.SIGALRM])


def scenario(lab):
    go, slow = lab.line(17), lab.line(22)
    raw = b"\xff\xc3(\xe2\x82"
    environment = {os.fsencode(key): os.fsencode(value) for key, value in lab.environment.items()}
    environment[b"BYTES"] = raw
    lab.environment = environment
    # As a careless manager starts it.
    program = lab.run(PANEL, [go, slow], prepare=ignoring)
    for fails in (False, False, True):
        if fails:
            lab.write("fail", "")
        runs = lab.path("runs")
        count = kernel.read(runs).count("run") if os.path.exists(runs) else 0
        lab.tap(go)
        program.wait("tap", "go")
        program.until(lambda: os.path.exists(runs) and kernel.read(runs).count("run") == count + 1,
                      "run of the command")
    program.wait_error("go: tap: /bin/sh exited with status 1")
    with open(lab.path("bytes"), "rb") as file:
        equal(file.read(), raw, "bytes of the environment")
    for text in kernel.read(lab.path("signals")).splitlines():
        # The C library's own two apart.
        bits = int(text.split()[1], 16) & ~(3 << 31)
        equal(bits, 0, text.split(":")[0])
    lab.tap(slow)
    program.wait("tap", "slow")
    program.wait_error("slow: tap: /bin/sh ran longer than 500 ms")
    lab.tap(slow)
    program.wait("tap", "slow")
    program.until(lambda: program.stderr.count("ran longer than 500 ms") == 2, "second run")
    equal(program.end()[0], 0, "exit status")
