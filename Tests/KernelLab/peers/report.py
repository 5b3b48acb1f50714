"""Outside of the lab: takes the processor time at each mark, and makes tables of what was measured.

    report.py INIT VERSIONS <console >tables

INIT is the script that the lab's kernel was started with, by which its process is found. That kernel is an
ordinary program here, so what this machine counts for it is all that happened inside: programs, commands
and the kernel's own work.
"""

import json
import os
import sys
import time

COMMAND, LINE, MESSAGE = "command", "line", "message"
OURS = "gpiopress"
TICKS = os.sysconf("SC_CLK_TCK")


def processes():
    """Parent, processor time with that of ended children, and command line, by process."""
    found = {}
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/stat") as file:
                fields = file.read().rsplit(")", 1)[1].split()
            with open(f"/proc/{pid}/cmdline") as file:
                words = file.read().split("\0")
        except OSError:
            continue
        found[int(pid)] = (int(fields[1]), sum(map(int, fields[11:15])) / TICKS, words)
    return found


def cpu_of_lab(init):
    """Seconds of processor time of the lab's kernel and of all that run in it."""
    found = processes()
    roots = [pid for pid, (_, _, words) in found.items()
             if os.path.basename(words[0]) == "linux" and f"init={init}" in words]
    # Each program inside is a child of the kernel's process, with its command line.
    inside = {pid for pid in roots if found[pid][0] not in roots}
    total = 0
    while inside:
        total += sum(found[pid][1] for pid in inside)
        inside = {pid for pid, (parent, _, _) in found.items() if parent in inside}
    return total


def listen(init):
    """Passes on what the lab says; the result, with the processor time between marks."""
    marks = {}
    result = None
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "@mark":
            name, _, end = rest.rpartition(" ")
            marks[name] = cpu_of_lab(init) - (marks[name] if end == "end" else 0)
        elif word == "@result":
            result = json.loads(rest)
        elif line.strip():
            print(line.strip(), file=sys.stderr, flush=True)
    if result is None:
        sys.exit("report.py: the lab ended without a result")
    result["cpu"] = marks
    return result


def machine():
    with open("/proc/cpuinfo") as file:
        models = [line.split(":", 1)[1].strip() for line in file if line.startswith("model name")]
    return f"{models[0]}, {len(models)} cores"


def table(head, rows):
    yield "| " + " | ".join(head) + " |"
    yield "|" + "---|" * len(head)
    for row in rows:
        yield "| " + " | ".join(row) + " |"
    yield ""


class Tables:
    """The tables, and on the way everything in which gpiopress is behind."""

    def __init__(self, result):
        self.result = result
        self.names = {key: tuple(value) for key, value in result["programs"].items()}
        self.behind = []
        self.missed = []

    def key(self, *name):
        return next((key for key, value in self.names.items() if value == name), None)

    def compare(self, what, value, ours, unit, peer):
        """How many times ours a value is; a better one is noted."""
        if peer == OURS:
            return "1"
        if value < ours * 0.95 and not peer.startswith(OURS):
            times = f", {ours / value:.1f} times" if value > 0 else ""
            self.behind.append(f"{what}: {peer} {value:.{unit[1]}f} {unit[0]}, gpiopress "
                               f"{ours:.{unit[1]}f} {unit[0]}{times}".replace(" ,", ","))
        return f"{value / ours:.2f}" if ours > 0 else "–"

    def answers(self, way, what):
        """Median, 95th percentile and ratio, without and with a debounce."""
        peers = list(dict.fromkeys(peer for peer, its, _ in self.names.values() if its == way))
        rows = []
        for peer in peers:
            row = [peer]
            for debounce in (0, 10):
                found = self.result["delays"].get(self.key(peer, way, debounce))
                if found is None:
                    row += ["–"] * 3
                    continue
                ours = self.result["delays"][self.key(OURS, way, debounce)]
                with_what = f"{what}, {debounce} ms of debounce" if debounce else f"{what}, no debounce"
                ratio = self.compare(with_what, found["median"], ours["median"], ("ms", 1), peer)
                row += [f"{found['median']:.1f} ms", f"{found['p95']:.1f} ms", ratio]
                if found["answered"] < self.result["presses"]:
                    self.missed.append(f"{peer}, {with_what}: {found['answered']}")
            rows.append(row)
        head = ["", "no debounce, median", "95 %", "ratio", "10 ms, median", "95 %", "ratio"]
        return table(head, rows)

    def standing(self, way):
        """The programs that stand for a peer, ours first in what is compared."""
        keys = [key for key in self.result["rest"] if self.names[key][1] == way]
        return keys, self.key(OURS, way, 10)

    def rest(self):
        rows = []
        for way in (COMMAND, MESSAGE):
            keys, ours = self.standing(way)
            for key in keys:
                peer = self.names[key][0]
                ending = ", with MQTT" if way == MESSAGE else ""
                at_rest, our_rest = self.result["rest"][key], self.result["rest"][ours]
                start, our_start = (self.result["starts"][each] * 1000 for each in (key, ours))
                values = [
                    ("start to ready", start, our_start, ("ms", 0)),
                    ("resident memory", at_rest["resident"], our_rest["resident"], ("MB", 1)),
                    ("threads", at_rest["threads"], our_rest["threads"], ("", 0)),
                    ("wake-ups in 10 s at rest", at_rest["wake_ups"], our_rest["wake_ups"], ("", 0)),
                ]
                ratios = [self.compare(what + ending, *rest, peer) for what, *rest in values]
                rows.append([
                    peer + ending, f"{start:.0f} ms", ratios[0],
                    f"{at_rest['resident']:.1f} MB", ratios[1], str(at_rest["threads"]),
                    str(at_rest["wake_ups"])])
        head = ["", "start to ready", "ratio", "resident", "ratio", "threads", "wake-ups in 10 s"]
        return table(head, rows)

    def load(self):
        """Processor time above what pressing takes by itself."""
        parts = [("presses", f"{self.result['cpu_presses']:,} presses"),
                 ("burst", f"{self.result['burst']:,} edges")]
        rows = []
        for way in (COMMAND, MESSAGE):
            keys, ours = self.standing(way)
            for key in keys:
                peer = self.names[key][0]
                ending = ", with MQTT" if way == MESSAGE else ""
                row = [peer + ending]
                for part, what in parts:
                    value, least = self.cpu(key, part)
                    ratio = self.compare(f"processor time for {what}{ending}", value,
                                         self.cpu(ours, part)[0], ("s", 2), peer)
                    sign = "< " if value == least else ""
                    row += [f"{sign}{value:.2f} s", sign + ratio,
                            f"{self.result['load'][key][part]:,}"]
                rows.append(row)
        return table(["", *(head for _, what in parts for head in (what, "ratio", "answered"))], rows)

    def cpu(self, key, part):
        """What a program took, and the least that can be told from what the pressing takes."""
        nobody = self.result["cpu"][f"nobody {part}"]
        least = nobody / 10
        return max(least, self.result["cpu"][f"{key} {part}"] - nobody), least


def report(result, versions):
    tables = Tables(result)
    nobody = [result["cpu"][f"nobody {part}"] for part in ("presses", "burst")]
    yield f"Measured on {time.strftime('%Y-%m-%d', time.gmtime())}, load {versions.pop(0)} at the start: "
    yield f"{machine()}, User Mode Linux {result['kernel']} with one processor. Versions:"
    yield "; ".join(versions) + "."
    yield ""
    yield f"**From the press to the command** that it starts ({result['presses']} presses each, in turn)"
    yield ""
    yield from tables.answers(COMMAND, "press to command")
    yield "**From the press to a line** that a program behind a pipe has read"
    yield ""
    yield from tables.answers(LINE, "press to line")
    yield "**From the press to a message** that a subscriber of the broker has read"
    yield ""
    yield from tables.answers(MESSAGE, "press to message")
    if tables.missed:
        yield "Not all presses were answered before the next one: " + "; ".join(tables.missed) + "."
        yield ""
    yield "**Start and rest**, with 10 ms of debounce where there is one"
    yield ""
    yield from tables.rest()
    yield "**Processor time**, above what the pressing takes by itself "
    yield f"({nobody[0]:.2f} s and {nobody[1]:.2f} s), with all commands that were started"
    yield ""
    yield from tables.load()
    yield "**Where gpiopress is behind** in these tables, by more than 5 %:"
    yield ""
    yield from (f"- {each}" for each in tables.behind or ["nowhere"])


def main():
    init, versions = sys.argv[1:3]
    load = f"{os.getloadavg()[0]:.1f}"
    result = listen(init)
    with open(versions) as file:
        print("\n".join(report(result, [load, *file.read().splitlines()])).replace(" \n", "\n"))


main()
