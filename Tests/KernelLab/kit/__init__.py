"""The kit of the kernel lab's scenarios: the kernel's side, the program's side, and what joins them."""

import os
import re
import textwrap
import time

from .kernel import Line, PluggedChip
from .program import Failure, Program, Skip

__all__ = ["Failure", "HALO", "Lab", "Line", "PluggedChip", "Program", "Skip", "check", "equal",
           "erase"]

# A ring whose frames a scenario reads.
HALO = "{driver: file, path: frames.jsonl, pixels: 12}"


def erase(confirm, halo=HALO, **keys):
    """A panel of one button that confirms on a ring; `keys` are further keys of the button."""
    more = "".join(f", {key}: {value}" for key, value in keys.items())
    return f"""
        controls:
          erase: {{kind: button, pin: GPIO17, confirm: {confirm}, ring: halo{more}}}
        rings:
          halo: {halo}
        """


def whole(panel):
    """The panel with what nearly all have, where it does not say otherwise: this board, and events."""
    panel = textwrap.dedent(panel)
    if not re.search("^board:", panel, re.MULTILINE):
        panel = "board: auto\n" + panel
    if not re.search("^outputs:", panel, re.MULTILINE):
        panel = panel.rstrip() + "\noutputs: {stdout: true}\n"
    return panel


def check(condition, message):
    """Fails with `message` unless the condition holds."""
    if not condition:
        raise Failure(message() if callable(message) else message)


def equal(found, expected, what):
    """Fails unless both are equal, and shows both."""
    check(found == expected, f"{what}: expected {expected!r}, found {found!r}")


class Lab:
    """What one scenario works with: the program, a folder of its own, and its lines."""

    def __init__(self, gpiopress, directory, environment, modules):
        self.gpiopress = gpiopress
        self.directory = directory
        self.environment = environment
        self.modules = modules
        self.has_host_clock = os.environ.get("LAB_CLOCK") == "real"
        self._programs = []
        self._cleaners = []

    def line(self, offset, chip="pinctrl-rp1"):
        return Line(offset, chip)

    def chip(self, label, lines):
        """A chip that can be unplugged; it is removed when the scenario is over."""
        chip = PluggedChip(label, lines)
        self._cleaners.append(chip.remove)
        return chip

    def path(self, name):
        return os.path.join(self.directory, name)

    def write(self, name, text):
        """A file in the scenario's folder."""
        path = self.path(name)
        with open(path, "w") as file:
            file.write(textwrap.dedent(text))
        return path

    def program(self, *arguments, user=None, terminal=None, prepare=None):
        """The program with these arguments; it is killed when the scenario is over."""
        program = Program([self.gpiopress, *arguments], self.environment, self.directory, user,
                          terminal, prepare)
        self._programs.append(program)
        return program

    def run(self, panel, lines=(), *arguments, prepare=None):
        """`gpiopress run` on this panel's text, made whole, ready to be pressed."""
        program = self.program("run", self.write("panel.yaml", whole(panel)), *arguments,
                               prepare=prepare)
        program.wait_ready(lines)
        return program

    def tap(self, line, seconds=0.08):
        """A clean press of so many seconds."""
        line.close()
        time.sleep(seconds)
        line.open()

    def clean(self):
        for program in self._programs:
            program.kill()
        for cleaner in reversed(self._cleaners):
            cleaner()
