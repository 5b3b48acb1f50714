"""The lab itself: a simulated line delivers edges with stamps in order, without our program."""

import os
import subprocess
import time

from kit import check, equal, kernel


def scenario(lab):
    line = lab.line(17)
    line.open()  # Else the request's own pull-up may be the first edge.
    bare = subprocess.Popen(
        [os.environ["LAB_BARE"], "watch", "pinctrl-rp1", "17"], stdout=subprocess.PIPE, text=True
    )
    try:
        for _ in range(500):
            if line.user() == "bare":
                break
            time.sleep(0.01)
        equal(line.user(), "bare", "holder of the line")
        # Newer kernels show the holder before the line's edges are armed.
        kernel.wait_asleep(bare.pid)
        for level in (0, 1, 0, 1):
            line.close() if level == 0 else line.open()
            stamp, found = map(int, bare.stdout.readline().split())
            equal(found, level, "level of the edge")
            late = time.monotonic_ns() - stamp
            check(0 <= late < 1_000_000_000, f"the stamp is {late} ns from now")
            time.sleep(0.02)
    finally:
        bare.kill()
        bare.wait()
