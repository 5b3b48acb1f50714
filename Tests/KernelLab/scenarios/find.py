"""Which pin is this: the line that is pressed is named, with its pin; lines in use are left alone."""

import json
import time

from kit import check, equal, kernel
from scenarios.polling import ADDRESS, expander


def started(lab, *arguments):
    program = lab.program("find", *arguments)
    program.wait_error("watching")
    kernel.wait_asleep(program.pid)
    return program


def scenario(lab):
    named(lab)
    as_json(lab)
    polled(lab)
    nothing(lab)
    program = lab.program("find", "--chip", "gone")
    equal(program.end(None)[0], 69, "exit status without the chip")
    check("pinctrl-rp1" in program.stderr, lambda: f"no hint: {program.stderr}")
    program = lab.program("find", user=65534)
    equal(program.end(None)[0], 77, f"exit status without the right ({program.stderr})")


def named(lab):
    line = lab.line(17)
    program = started(lab)
    equal(line.user(), "gpiopress", "holder of a free line")
    for offset, holder in ((26, "lab-hog"), (27, "lab-peer"), (2, None), (14, None)):
        equal(lab.line(offset).user(), holder, f"holder of line {offset}")
    for text in ('GPIO26: held by "lab-hog"', "GPIO14: UART TX"):
        check(text in program.stderr, lambda: f"{text} is missing: {program.stderr}")
    lab.tap(line, 0.2)
    program.until(lambda: any("released after" in each for each in program.lines), "release")
    equal(program.lines[0], "GPIO17 (pin 11 of J8) pressed", "what was pressed")
    check(any("this one  GPIO17 11" in each for each in program.lines), program.report)
    count = len(program.lines)
    lab.tap(line, 0.2)
    program.until(lambda: len(program.lines) == count + 2, "a second press, without a picture")
    status, took = program.end()
    equal(status, 0, "exit status")
    check(took < 0.5, f"it took {took} s to end")
    equal(line.user(), None, "holder after the end")


def as_json(lab):
    line = lab.line(22)
    program = started(lab, "--json", "--for", "3s")
    lab.tap(line, 0.2)
    equal(program.end(None)[0], 0, "exit status once it has found one")
    first, *events = [json.loads(each) for each in program.lines]
    check("J8-15" in first["watching"], "the line is not watched")
    check(any(each.get("pin") == "J8-37" for each in first["left_alone"]), "the hog is not named")
    equal([each["event"] for each in events], ["pressed", "released"], "events")
    equal((events[0]["pin"], events[0]["name"], events[0]["line"]), ("J8-15", "GPIO22", 22), "pin")
    check(150 <= events[1]["held"] <= 300, lambda: f"held: {events[1]}")


def polled(lab):
    inputs = expander(lab)
    program = started(lab, "--chip", "0-0020")
    check("polled" in program.stderr, lambda: f"it does not say that it polls: {program.stderr}")
    inputs.set(0xFF & ~(1 << 3))
    time.sleep(0.2)
    inputs.set(0xFF)
    program.until(lambda: len(program.lines) == 2, "press and release")
    check("line 3" in program.lines[0] and "pressed" in program.lines[0], program.report)
    equal(program.end()[0], 0, "exit status")


def nothing(lab):
    program = started(lab, "--for", "500ms", "--pull", "up")
    equal(program.end(None)[0], 69, "exit status where nothing was found")
    check("--pull down" in program.stderr, lambda: f"no hint: {program.stderr}")
