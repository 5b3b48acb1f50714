"""The programs that are compared, each with the same job: a tap of its line, which each does in its own
way as its users would write it."""

import glob
import json
import os
import signal
import subprocess
import sys

from kit.kernel import chip_device, read

FOLDER = "/run/lab"
PEERS = os.environ["LAB_PEERS"]
HERE = os.path.dirname(os.path.abspath(__file__))
CHIP = "pinctrl-rp1"

# How a program answers a press: it starts a command, it writes a line, it sends a message to a broker.
COMMAND, LINE, MESSAGE = "command", "line", "message"


class Program:
    """One program on one line; `debounce` in milliseconds, 0 for none."""

    def __init__(self, way, debounce, line):
        self.way = way
        self.debounce = debounce
        self.line = line
        self.key = f"{self.name}-{way}-{debounce}".replace(" ", "-")
        self.stamps_path = f"{FOLDER}/{self.key}.stamps"
        self.process = None
        self._helpers = []

    @property
    def command(self):
        """What a press starts: the same small program for all."""
        return [os.environ["LAB_PRESSES"], "stamp", self.stamps_path]

    def write(self, ending, text):
        path = f"{FOLDER}/{self.key}.{ending}"
        with open(path, "w") as file:
            file.write(text)
        return path

    def arguments(self):
        """The command line; it may write what the program reads."""
        raise NotImplementedError

    def environment(self):
        return dict(os.environ)

    def is_press(self, text):
        """Whether a line or a message is the answer to a press."""
        raise NotImplementedError

    def start(self):
        self.erase_stamps()
        if self.way == MESSAGE:
            # Before the program, so that nothing of it is missed.
            self._read(self._spawn(["mosquitto_sub", "-h", "127.0.0.1", "-t", f"{self.key}/#",
                                    "-F", "%t %p"], subprocess.PIPE))
        output = subprocess.PIPE if self.way == LINE else subprocess.DEVNULL
        arguments, environment = self.arguments(), self.environment()
        with open(f"{FOLDER}/{self.key}.errors", "w") as errors:
            self.process = subprocess.Popen(
                arguments, env=environment, cwd=FOLDER, stdin=subprocess.DEVNULL, stdout=output,
                stderr=errors)
        if self.way == LINE:
            self._read(self.process)

    def _spawn(self, arguments, output):
        process = subprocess.Popen(arguments, stdin=subprocess.DEVNULL, stdout=output)
        self._helpers.append(process)
        return process

    def _read(self, process):
        """The same small reader behind each: it stamps what arrives."""
        with open(self.stamps_path, "a") as file:
            self._helpers.append(subprocess.Popen(
                [os.environ["LAB_BARE"], "arrivals"], stdin=process.stdout, stdout=file))
        process.stdout.close()

    def ready(self):
        """Whether a press would be answered: the kernel has an interrupt of the line for it."""
        if self.process.poll() is not None:
            sys.exit(f"peers: {self.key} ended at its start: {read(f'{FOLDER}/{self.key}.errors')}")
        if self.way == MESSAGE and not any(map(self.is_online, self._texts())):
            return False
        return self.has_line()

    def has_line(self):
        for row in read("/proc/interrupts").splitlines():
            fields = row.split()
            # Number, count, chip, line, and a name for as long as somebody wants it.
            if len(fields) > 4 and fields[2] == "irq_sim" and fields[3] == str(self.line):
                return True
        return False

    def is_online(self, text):
        return False

    def _rows(self):
        try:
            return read(self.stamps_path).splitlines()
        except FileNotFoundError:
            return []

    def _texts(self):
        return [row.split(" ", 1)[1] for row in self._rows() if " " in row]

    def stamps(self):
        """The times at which it answered a press."""
        if self.way == COMMAND:
            return sorted(int(row) for row in self._rows())
        pairs = (row.split(" ", 1) for row in self._rows())
        return [int(stamp) for stamp, text in pairs if self.is_press(text)]

    def erase_stamps(self):
        if os.path.exists(self.stamps_path):
            os.truncate(self.stamps_path, 0)

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait(10)
        for helper in self._helpers:
            helper.terminate()
            helper.wait(10)
        self._helpers = []


class Bare(Program):
    name = "bare libgpiod loop"

    def arguments(self):
        if self.way == COMMAND:
            return [os.environ["LAB_BARE"], "run", CHIP, str(self.line), *self.command]
        return [os.environ["LAB_BARE"], "watch", CHIP, str(self.line)]

    def is_press(self, text):
        return text.endswith(" 0")


class Gpiopress(Program):
    name = "gpiopress"
    mode = "stable"

    def arguments(self):
        button = {"kind": "button", "pin": f"GPIO{self.line}", "tap": {"fire": "press"},
                  "debounce": {"mode": self.mode, "press": f"{self.debounce}ms",
                               "release": f"{self.debounce}ms"}}
        panel = {"board": "auto", "controls": {"go": button}}
        if self.way == COMMAND:
            button["do"] = {"tap": {"run": self.command}}
            panel["outputs"] = {"stdout": False}
        elif self.way == LINE:
            panel["outputs"] = {"stdout": True}
        else:
            panel["outputs"] = {"mqtt": {"host": "127.0.0.1", "base": self.key}}
        return [os.environ["LAB_GPIOPRESS"], "run", self.write("yaml", json.dumps(panel))]

    def environment(self):
        return {**os.environ, "LD_LIBRARY_PATH": os.environ["LAB_LIBRARIES"]}

    def is_press(self, text):
        if self.way == MESSAGE:
            topic, _, text = text.partition(" ")
            if topic != f"{self.key}/event/go":
                return False
        return json.loads(text)["event"] == "tap"

    def is_online(self, text):
        return text == f"{self.key}/availability online"


class Eager(Gpiopress):
    """Answers at the first edge and then waits, as mqtt-io does; nobody's default."""

    name = "gpiopress, eager"
    mode = "eager"


class Gpiozero(Program):
    name = "gpiozero"

    def arguments(self):
        chip = chip_device(CHIP).removeprefix("/dev/gpiochip")
        return [f"{PEERS}/gpiozero/bin/python", f"{HERE}/gpiozero_button.py", chip, str(self.line),
                str(self.debounce), *(self.command if self.way == COMMAND else [])]

    def is_press(self, text):
        return text == "press"


class Triggerhappy(Program):
    """On a key of the kernel's gpio-keys, whose debounce stands in the device tree."""

    name = "triggerhappy"
    KEYBOARDS = {22: "keys-plain", 23: "keys-plain-lines", 24: "keys-lines", 27: "keys"}

    def _device(self):
        for path in glob.glob("/sys/class/input/event*"):
            if read(f"{path}/device/name").strip() == self.KEYBOARDS[self.line]:
                return f"/dev/input/{os.path.basename(path)}"
        sys.exit(f"peers: no keyboard on line {self.line}")

    def arguments(self):
        thd = f"{PEERS}/triggerhappy/usr/sbin/thd"
        if self.way == LINE:
            return [thd, "--dump", self._device()]
        triggers = self.write("conf", "KEY_ENTER 1 " + " ".join(self.command) + "\n")
        return [thd, "--triggers", triggers, self._device()]

    def has_line(self):
        links = glob.glob(f"/proc/{self.process.pid}/fd/*")
        return any(os.path.realpath(link) == self._device() for link in links)

    def is_press(self, text):
        return text.split()[:3] == ["EV_KEY", "KEY_ENTER", "1"]


class MqttIo(Program):
    """Its least `bouncetime` is 1 ms."""

    name = "mqtt-io"

    def arguments(self):
        configuration = {
            "mqtt": {"host": "127.0.0.1", "topic_prefix": self.key},
            "options": {"install_requirements": False},
            "gpio_modules": [{"name": "header", "module": "gpiod", "chip": chip_device(CHIP)}],
            "digital_inputs": [
                {"name": "go", "module": "header", "pin": self.line, "pullup": True,
                 "inverted": True, "interrupt": "both", "bouncetime": max(1, self.debounce)}],
        }
        path = self.write("yaml", json.dumps(configuration))
        return [f"{PEERS}/mqtt-io/bin/python", "-m", "mqtt_io", path]

    def is_press(self, text):
        return text == f"{self.key}/input/go ON"

    def is_online(self, text):
        return text == f"{self.key}/status running"


def has_mqtt():
    return not os.path.exists(f"{PEERS}/mqtt-io/reason")


def every_program():
    """One of each for each line, so that all of them can run at once."""
    programs = [
        Bare(COMMAND, 0, 4), Bare(LINE, 0, 5),
        Gpiopress(COMMAND, 0, 6), Gpiopress(COMMAND, 10, 7),
        Gpiopress(LINE, 0, 12), Gpiopress(LINE, 10, 13),
        Gpiopress(MESSAGE, 0, 20), Gpiopress(MESSAGE, 10, 21),
        Eager(COMMAND, 10, 8), Eager(LINE, 10, 9), Eager(MESSAGE, 10, 11),
        Gpiozero(COMMAND, 0, 16), Gpiozero(COMMAND, 10, 17),
        Gpiozero(LINE, 0, 18), Gpiozero(LINE, 10, 19),
        Triggerhappy(COMMAND, 0, 22), Triggerhappy(COMMAND, 10, 27),
        Triggerhappy(LINE, 0, 23), Triggerhappy(LINE, 10, 24),
    ]
    if has_mqtt():
        programs += [MqttIo(MESSAGE, 0, 14), MqttIo(MESSAGE, 10, 15)]
    return programs


# A line that nobody takes: what pressing takes by itself.
FREE_LINE = 25
