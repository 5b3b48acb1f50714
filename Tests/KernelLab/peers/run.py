"""Measures the programs beside each other, inside the lab's kernel and by the host's clock.

What it finds is one line of JSON for `report.py`, which runs outside. Processor time is taken there as
well, at each `@mark`: this kernel counts in ticks, and counts wrongly what begins at a tick.
"""

import json
import os
import platform
import signal
import statistics
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from kit import Line
from kit.broker import raise_loopback
from kit.kernel import read
from programs import COMMAND, FOLDER, FREE_LINE, LINE, MESSAGE, Bare, Eager, every_program

PRESSES = int(os.environ.get("LAB_PRESS_COUNT") or 200)
TURN = 10
STARTS = 5
REST = 10
CPU_PRESSES = PRESSES * 5
BURST = PRESSES * 50


def mark(name):
    """The processor time so far, taken outside while nothing happens here."""
    time.sleep(0.5)
    print(f"@mark {name}", flush=True)
    time.sleep(0.5)


def pull(line):
    return os.path.join(Line(line)._directory(), "pull")


def press(mode, *arguments):
    """Runs who presses, and what it reports."""
    run = subprocess.run([os.environ["LAB_PRESSES"], mode, *map(str, arguments)], check=True,
                         stdout=subprocess.PIPE, text=True)
    return run.stdout.splitlines()


def wait_ready(program, begin):
    """The seconds that it took, by looks 3 ms apart."""
    while not program.ready():
        if time.monotonic() - begin > 60:
            sys.exit(f"peers: {program.key} is not ready after a minute")
        time.sleep(0.003)
    return time.monotonic() - begin


def typical(programs):
    """Of each peer the one that stands for it: with a debounce where it has one."""
    return [each for each in programs
            if each.way in (COMMAND, MESSAGE) and not isinstance(each, Eager)
            and (each.debounce or isinstance(each, Bare))]


def measure_starts(program):
    """The median of some starts, each alone, after one that brings its files into memory."""
    took = []
    for _ in range(STARTS + 1):
        begin = time.monotonic()
        program.start()
        took.append(wait_ready(program, begin))
        time.sleep(0.3)
        program.stop()
    return statistics.median(took[1:])


def status(path, name):
    return int(read(path).split(f"\n{name}:", 1)[1].split()[0])


def wake_ups(pid):
    """How often its threads have gone to sleep by themselves."""
    return sum(status(f"/proc/{pid}/task/{thread}/status", "voluntary_ctxt_switches")
               for thread in os.listdir(f"/proc/{pid}/task"))


def measure_rest(programs):
    time.sleep(5)
    before = {each.key: wake_ups(each.process.pid) for each in programs}
    time.sleep(REST)
    found = {}
    for each in programs:
        path = f"/proc/{each.process.pid}/status"
        found[each.key] = {
            "wake_ups": wake_ups(each.process.pid) - before[each.key],
            "resident": status(path, "VmRSS") / 1000,
            "threads": status(path, "Threads"),
        }
    return found


def delays(presses, answers):
    """From each press to its answer: by their order where there are as many, for an answer may come
    after the next press; else those that came before it."""
    in_order = all(begin <= answer for begin, answer in zip(presses, answers))
    if len(answers) == len(presses) and in_order:
        return [(answer - begin) / 1e6 for begin, answer in zip(presses, answers)]
    found = []
    for begin, end in zip(presses, [*presses[1:], float("inf")]):
        first = next((each for each in answers if begin <= each < end), None)
        if first is not None:
            found.append((first - begin) / 1e6)
    return found


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def measure_delays(programs):
    """All are pressed in turn, some presses each; the others stand still meanwhile.

    Some poll, and would take the only processor from the rest. Those at the broker only wait, and it
    would give them up.
    """
    for each in programs:
        each.erase_stamps()
        if each.way != MESSAGE:
            each.process.send_signal(signal.SIGSTOP)
    presses = [[] for _ in programs]
    for _ in range(PRESSES // TURN):
        for each, begins in zip(programs, presses):
            each.process.send_signal(signal.SIGCONT)
            time.sleep(0.1)
            rows = press("turn", TURN, 70, 70, pull(each.line))
            begins += [int(row.split()[1]) for row in rows]
            time.sleep(0.1)
            if each.way != MESSAGE:
                each.process.send_signal(signal.SIGSTOP)
    found = {}
    for each in programs:
        each.process.send_signal(signal.SIGCONT)
    time.sleep(1)
    for each, begins in zip(programs, presses):
        values = delays(begins, each.stamps())
        if len(values) < PRESSES // 2:
            sys.exit(f"peers: {each.key} answered {len(values)} of {PRESSES} presses: "
                     + read(f"{FOLDER}/{each.key}.errors")[-500:])
        found[each.key] = {"median": statistics.median(values), "p95": percentile(values, 0.95),
                           "answered": len(values)}
    return found


def settle(program):
    """Waits until it has answered all that it will; how often it did."""
    count = -1
    while count != len(program.stamps()):
        count = len(program.stamps())
        time.sleep(1.5)
    return count


def measure_cpu(program, name, mode, *arguments):
    """Marks before and after one kind of pressing; how often the program answered."""
    if program:
        program.erase_stamps()
    mark(f"{name} begin")
    press(mode, *arguments)
    answers = settle(program) if program else time.sleep(1.5)
    mark(f"{name} end")
    return answers


def measure_load(program, key, line):
    presses = measure_cpu(program, f"{key} presses", "turn", CPU_PRESSES, 30, 30, pull(line))
    if isinstance(program, Bare):
        # Without a debounce it would start thousands of commands; reading is what is compared.
        program.stop()
        program = Bare(LINE, 0, 5)
        line = program.line
        program.start()
        wait_ready(program, time.monotonic())
    burst = measure_cpu(program, f"{key} burst", "burst", BURST, 1000, pull(line))
    if program:
        program.stop()
    return {"presses": presses, "burst": burst}


def main():
    os.makedirs(FOLDER, exist_ok=True)
    raise_loopback()
    with open(f"{FOLDER}/mosquitto.conf", "w") as file:
        file.write("listener 1883 127.0.0.1\nallow_anonymous true\nuser root\n")
    broker = subprocess.Popen(["mosquitto", "-c", f"{FOLDER}/mosquitto.conf"],
                              stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL)
    programs = every_program()
    for each in programs:
        with open(pull(each.line), "w") as file:
            file.write("pull-up")
    time.sleep(1)

    print("starts", flush=True)
    starts = {each.key: measure_starts(each) for each in typical(programs)}
    print("at rest", flush=True)
    for each in programs:
        each.start()
        wait_ready(each, time.monotonic())
    rest = measure_rest(typical(programs))
    print(f"{PRESSES} presses of each of {len(programs)} lines", flush=True)
    answers = measure_delays(programs)
    for each in programs:
        each.stop()
    print("processor time", flush=True)
    load = {"nobody": measure_load(None, "nobody", FREE_LINE)}
    for each in typical(programs):
        each.start()
        wait_ready(each, time.monotonic())
        time.sleep(1)
        load[each.key] = measure_load(each, each.key, each.line)
    broker.terminate()
    names = {each.key: [each.name, each.way, each.debounce] for each in programs}
    print("@result " + json.dumps({
        "kernel": platform.release(), "programs": names, "starts": starts, "rest": rest,
        "delays": answers, "load": load, "presses": PRESSES,
        "cpu_presses": CPU_PRESSES, "burst": BURST}), flush=True)


main()
