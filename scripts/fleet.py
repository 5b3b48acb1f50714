"""A fleet of simulated panels at one mosquitto, which is killed and comes back after a while.

usage: fleet.py PROGRAM PANELS
Each panel plays taps, one a second. What a watcher at the broker has seen is compared with what each
panel has printed: a tap that was made while the panel was connected has arrived, one that was made while
it was not has arrived only if it was younger than two seconds at the new connection. Ends with one line:
N passed, N failed.
"""

import json
import os
import pathlib
import resource
import selectors
import signal
import socket
import subprocess
import sys
import tempfile
import time

PANEL = """\
name: Panel {number}
board: raspberry-pi-5
controls:
  go: {{kind: button, pin: GPIO17, tap: {{fire: press}}}}
outputs: {{mqtt: {{host: 127.0.0.1, port: {port}, base: fleet/{number}}}}}
"""
TAPS = 60
# The first tap, from the panel's start; until then all are connected.
QUIET = 30
KILLED_AT, BACK_AT = 45, 53
PATIENCE = 60
# A press is sent while it is younger; an edge case of that much is let pass either way.
YOUNG, MARGIN = 2.0, 0.7


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Broker:
    """mosquitto that keeps its sessions on disk, so that the watcher misses nothing."""

    def __init__(self, folder):
        self.port = free_port()
        self._file = folder / "mosquitto.conf"
        self._file.write_text(
            f"listener {self.port} 127.0.0.1\nallow_anonymous true\nuser root\n"
            f"persistence true\npersistence_location {folder}/\nmax_queued_messages 0\n")
        self._process = None

    def start(self):
        self._process = subprocess.Popen(
            ["/usr/sbin/mosquitto", "-c", str(self._file)], stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.02)
        raise SystemExit("fleet.py: mosquitto does not start")

    def save(self):
        self._process.send_signal(signal.SIGUSR1)

    def kill(self):
        self._process.kill()
        self._process.wait()


class Panel:
    """One daemon; what it prints is kept with the time at which it was read."""

    def __init__(self, program, number, port, folder, trace):
        file = folder / f"{number}.yaml"
        file.write_text(PANEL.format(number=number, port=port))
        self.number = number
        self.taps = {}
        self.connections = []
        self.losses = []
        self.messages = []
        self.process = subprocess.Popen(
            [program, "run", str(file), "--simulate", str(trace)], stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self._rest = {self.process.stdout: b"", self.process.stderr: b""}
        for stream in self._rest:
            os.set_blocking(stream.fileno(), False)

    def read(self, stream):
        """Takes what is there; whether the stream goes on."""
        data = stream.read()
        if not data:
            return data is None
        *lines, self._rest[stream] = (self._rest[stream] + data).split(b"\n")
        for line in lines:
            text = line.decode()
            if stream is self.process.stdout:
                event = json.loads(text)
                if event["event"] == "tap":
                    self.taps[event["n"]] = time.time()
            elif text.startswith("mqtt: connected"):
                self.connections.append(time.time())
            elif text.startswith("mqtt: ") and text.endswith("it is tried again"):
                self.losses.append(time.time())
                self.messages.append(text)
            else:
                self.messages.append(text)
        return True

    def proc(self, name):
        return pathlib.Path(f"/proc/{self.process.pid}/{name}").read_text()

    def status(self, key):
        line = next(line for line in self.proc("status").splitlines() if line.startswith(key))
        return int(line.split()[1])


def turn(selector, until):
    """Reads what the panels print, until that time."""
    while (left := until - time.monotonic()) > 0 and selector.get_map():
        for key, _ in selector.select(left):
            if not key.data.read(key.fileobj):
                selector.unregister(key.fileobj)


def faults(panel, seen, killed):
    """What is wrong with one panel, in words."""
    if len(panel.taps) != TAPS:
        yield f"{len(panel.taps)} taps instead of {TAPS}: {panel.messages[-3:]}"
    if len(panel.connections) != 2:
        yield f"{len(panel.connections)} connections: {panel.messages[-3:]}"
        return
    back = panel.connections[1]
    late = 0
    for number, at in panel.taps.items():
        has_come = number in seen
        if at < killed - MARGIN or at > back - YOUNG + MARGIN:
            if not has_come:
                yield f"tap {number} is missing: {at - killed:.2f} s after the kill, {back - at:.2f} s before it was back"
        elif killed + MARGIN < at < back - YOUNG - MARGIN:
            late += 1
            if has_come:
                yield f"tap {number} was {back - at:.2f} s old and was sent"
    if late == 0:
        yield "no tap was made while it was away"
    for number in seen - set(panel.taps):
        yield f"tap {number} was never made"


def watch(broker, file):
    return subprocess.Popen(
        ["mosquitto_sub", "-h", "127.0.0.1", "-p", str(broker.port), "-c", "-i", "watcher", "-q", "1",
         "-t", "fleet/+/event/go", "-F", "%t %p"], stdout=file, stderr=subprocess.DEVNULL)


def main(program, count):
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(limit[1], 4096), limit[1]))
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        broker = Broker(folder)
        broker.start()
        with open(folder / "seen", "wb") as file:
            watcher = watch(broker, file)
            trace = folder / "taps.trace"
            times = [QUIET * 1000 + 1000 * each for each in range(TAPS)]
            trace.write_text("".join(f"{at} go 1\n{at + 100} go 0\n" for at in times))
            selector = selectors.DefaultSelector()
            begin = time.monotonic()
            panels = []
            for number in range(count):
                panel = Panel(program, number, broker.port, folder, trace)
                panels.append(panel)
                for stream in (panel.process.stdout, panel.process.stderr):
                    selector.register(stream, selectors.EVENT_READ, panel)
            turn(selector, begin + QUIET - 5)
            broker.save()
            before = {panel: panel.status("voluntary_ctxt") for panel in panels}
            turn(selector, begin + QUIET - 1)
            wakes = sorted(panel.status("voluntary_ctxt") - before[panel] for panel in panels)
            resident = sorted(panel.status("VmRSS") for panel in panels)
            private = sorted(panel.status("RssAnon") for panel in panels)
            turn(selector, begin + KILLED_AT)
            broker.kill()
            killed = time.time()
            turn(selector, begin + BACK_AT)
            broker.start()
            # Each ends with its trace.
            turn(selector, begin + 4 * PATIENCE)
            # What the broker still has for the watcher is on its way.
            time.sleep(3)
            watcher.terminate()
            watcher.wait()
        broker.kill()
        seen = {panel.number: set() for panel in panels}
        doubles = 0
        for line in (folder / "seen").read_text().splitlines():
            topic, payload = line.split(" ", 1)
            event = json.loads(payload)
            if event["event"] == "tap":
                numbers = seen[int(topic.split("/")[1])]
                doubles += event["n"] in numbers
                numbers.add(event["n"])
        failed = 0
        for panel in panels:
            panel.process.kill()
            wrong = list(faults(panel, seen[panel.number], killed))
            failed += bool(wrong)
            for line in wrong[:5]:
                print(f"panel {panel.number}: {line}")
    middle = count // 2
    sent = sum(map(len, seen.values()))
    made = sum(len(panel.taps) for panel in panels)
    print(f"{count} panels: {made} taps made, {sent} arrived, {doubles} of them twice")
    print(f"resident memory of one: {resident[middle] / 1024:.1f} MB, "
          f"{private[middle] / 1024:.1f} MB of it its own (the most: {private[-1] / 1024:.1f} MB)")
    print(f"wake-ups of one in 4 s at rest: {wakes[middle]} (the most: {wakes[-1]})")
    print(f"{count - failed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2])))
