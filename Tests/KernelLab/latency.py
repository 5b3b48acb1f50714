"""How long after the kernel's stamp an event line is on standard output, beside a bare libgpiod loop.

Both programs run at the same time, on two lines of one chip, and are pressed in turn. Debouncing is
off and the tap fires at the press, so that nothing but the way through the program is measured. The
arrival is taken by the same small reader behind both.
"""

import json
import os
import statistics
import subprocess
import sys
import textwrap
import time

from kit import Line

PRESSES = 300
PANEL = """\
    board: auto
    controls:
      go: {kind: button, pin: GPIO17, debounce: 0ms, tap: {fire: press}}
    outputs: {stdout: true}
"""


def behind_reader(arguments, name):
    """Starts a program whose lines go through the reader into a file; both processes, the file."""
    path = f"/run/lab/{name}"
    with open(path, "w") as file:
        program = subprocess.Popen(arguments, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
        reader = subprocess.Popen(
            [os.environ["LAB_BARE"], "arrivals"], stdin=program.stdout, stdout=file
        )
    program.stdout.close()
    return program, reader, path


def stop(program, reader):
    program.terminate()
    program.wait(5)
    reader.wait(5)


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def resident_mb(pid):
    """Resident memory of a process, and the part of it that is its own (not code from a file)."""
    with open(f"/proc/{pid}/status") as file:
        fields = dict(line.split(":", 1) for line in file)
    return [int(fields[name].split()[0]) / 1000 for name in ("VmRSS", "RssAnon")]


def main():
    os.makedirs("/run/lab", exist_ok=True)
    with open("/run/lab/panel.yaml", "w") as file:
        file.write(textwrap.dedent(PANEL))
    ours, bare = Line(17), Line(22)
    label = ours.chip
    os.environ["LD_LIBRARY_PATH"] = os.environ["LAB_LIBRARIES"]
    our_run = behind_reader([os.environ["LAB_GPIOPRESS"], "run", "/run/lab/panel.yaml"], "ours")
    bare_run = behind_reader([os.environ["LAB_BARE"], "watch", label, str(bare.offset)], "bare")
    for _ in range(1000):
        if ours.user() and bare.user():
            break
        time.sleep(0.01)
    else:
        sys.exit("latency: the two programs did not take their lines within ten seconds")
    # By then it has given back what only the start needed.
    time.sleep(3)
    resident, own = resident_mb(our_run[0].pid)
    for _ in range(PRESSES):
        for line in (bare, ours):
            line.close()
            time.sleep(0.02)
            line.open()
            time.sleep(0.02)
    time.sleep(0.3)
    stop(*our_run[:2])
    stop(*bare_run[:2])

    with open(bare_run[2]) as file:
        edges = [line.split() for line in file]
    bare_us = [(int(arrived) - int(stamp)) / 1000 for arrived, stamp, level in edges if level == "0"]
    our_us = []
    with open(our_run[2]) as file:
        for line in file:
            arrived, text = line.split(" ", 1)
            event = json.loads(text)
            if event["event"] == "tap":
                our_us.append(int(arrived) / 1000 - event["at"] * 1000)
    for name, values in (("bare", bare_us), ("gpiopress", our_us)):
        if len(values) < PRESSES * 9 // 10:
            sys.exit(f"latency: {name} reported {len(values)} of {PRESSES} presses")

    print("in the kernel lab")
    print(f"{'gpiopress run at rest, resident memory':52}{resident:12.1f} MB")
    print(f"{'  of it its own, the rest is code':52}{own:12.1f} MB")
    print(f"{'kernel stamp to line':24}{'median us':>12}{'p95 us':>12}{'presses':>10}")
    rows = []
    for name, values in (("bare libgpiod loop", bare_us), ("gpiopress run", our_us)):
        rows.append((statistics.median(values), percentile(values, 0.95)))
        print(f"{name:24}{rows[-1][0]:12.0f}{rows[-1][1]:12.0f}{len(values):10}")
    ratio = [rows[1][index] / rows[0][index] for index in (0, 1)]
    print(f"{'ratio':24}{ratio[0]:12.2f}{ratio[1]:12.2f}")


main()
