"""What a ring that moves all the time costs: the share of a processor at 60 frames a second.

A ring breathes for ten seconds by the host's clock, once for each driver, while nothing else happens;
a panel whose ring stands still is beside them. Program and kernel are counted together, as this kernel
cannot tell them apart within a tick. User Mode Linux is slow at system calls and toggles SPI lines one
by one, so a board needs far less than the last rows say.
"""

import os
import subprocess
import sys
import textwrap
import time

from kit import Lab, Line
from kit.light import Pca9685, SpiCounters

SECONDS = 10
PANEL = """\
    board: auto
    controls:
      go: {{kind: button, pin: GPIO17, tap: true, ring: halo}}
    rings:
      halo: {{{ring}, idle: "{idle}"}}
    outputs: {{stdout: true}}
"""
CHANNELS = ", ".join(str(each) for each in range(12))
RINGS = [
    ("at rest, file of 24", "driver: file, path: /run/lab/frames, pixels: 24", "track"),
    ("file of 24", "driver: file, path: /run/lab/frames, pixels: 24", "breathe"),
    ("pwm, 12 channels", f"driver: pwm, chip: 0-0040, channels: [{CHANNELS}]", "breathe"),
    ("apa102 of 24", "driver: apa102, device: /dev/spidev0.0, pixels: 24", "breathe"),
    ("ws2812 of 24", "driver: ws2812, device: /dev/spidev0.0, pixels: 24", "breathe"),
]


def used(pid):
    """Seconds of processor that a process used, with the kernel's for it."""
    with open(f"/proc/{pid}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure(ring, idle):
    """Percent of a processor, and frames a second on SPI."""
    path = "/run/lab/cost.yaml"
    with open(path, "w") as file:
        file.write(textwrap.dedent(PANEL.format(ring=ring, idle=idle)))
    program = subprocess.Popen(
        [os.environ["LAB_GPIOPRESS"], "run", path], stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL)
    for _ in range(1000):
        if Line(17).user():
            break
        time.sleep(0.01)
    else:
        sys.exit("ring_cost: the program did not take its line within ten seconds")
    time.sleep(1)
    counters = SpiCounters()
    before, begin = used(program.pid), time.monotonic()
    time.sleep(SECONDS)
    after, end = used(program.pid), time.monotonic()
    frames = counters.take()["transfers"] / (end - begin)
    program.terminate()
    program.wait(5)
    return (after - before) / (end - begin) * 100, frames


def main():
    os.makedirs("/run/lab", exist_ok=True)
    os.environ["LD_LIBRARY_PATH"] = os.environ["LAB_LIBRARIES"]
    lab = Lab(os.environ["LAB_GPIOPRESS"], "/run/lab", {}, os.environ["LAB_MODULES"])
    Pca9685(lab)
    print(f"{'a ring at 60 frames a second':28}{'CPU':>10}{'sent/s':>10}")
    for name, ring, idle in RINGS:
        share, frames = measure(ring, idle)
        sent = f"{frames:10.1f}" if "spidev" in ring else f"{'':10}"
        print(f"{name:28}{share:8.1f} %{sent}".rstrip(), flush=True)


main()
