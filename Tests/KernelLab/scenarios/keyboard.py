"""The virtual keyboard, read as a program reads it: strokes, held keys, every end, no rights, no device."""

import glob
import os
import signal
import time

import kit.keys as keys
from kit import check, equal

ENTER, CTRL, A, C, SPACE, DOWN, UP = 28, 29, 30, 46, 57, 114, 115

# GPIO17 types, GPIO22 types two together, GPIO23 and the line of a chip that can be pulled hold.
PANEL = """
    board: auto
    controls:
      go: {kind: button, pin: GPIO17, tap: true, do: {tap: {key: KEY_ENTER}}}
      copy: {kind: button, pin: GPIO22, tap: true, do: {tap: {key: [KEY_LEFTCTRL, KEY_C]}}}
      fire:
        kind: button
        pin: GPIO23
        key: {hold: KEY_SPACE}
        stuck: 3s
        tap: true
        confirm: 1s
      volume:
        kind: knob
        pins: {a: GPIO5, b: GPIO6}
        do: {turn:+: {key: KEY_VOLUMEUP}, turn:-: {key: KEY_VOLUMEDOWN}}
      far:
        kind: button
        pin: {chip: lab-keys, line: 1}
        do: {press: {key: {hold: [KEY_A, KEY_SPACE]}}}
    outputs:
      stdout: true
      keyboard: {name: Lab keys}
"""
ALL = {ENTER, CTRL, A, C, SPACE, DOWN, UP}


def stroke(*codes):
    return [(code, 1) for code in codes] + [(code, 0) for code in reversed(codes)]


def turn(a, b, detents):
    """Clockwise is plus."""
    first, second = (a, b) if detents > 0 else (b, a)
    for _ in range(abs(detents)):
        for line, is_closed in ((first, 1), (second, 1), (first, 0), (second, 0)):
            line.close() if is_closed else line.open()
            time.sleep(0.01)


def typing(lab, lines, keyboard, program):
    go, copy, fire, a, b = lines
    lab.tap(go)
    keyboard.wait(program, stroke(ENTER))
    lab.tap(copy)
    keyboard.wait(program, stroke(CTRL, C))
    turn(a, b, 3)
    keyboard.wait(program, stroke(UP) * 3)
    turn(a, b, -2)
    keyboard.wait(program, stroke(DOWN) * 2)


def holding(lab, fire, keyboard, program):
    # Down after the debounce of 10 ms, though a tap and a confirm are bound.
    begin = time.time()
    fire.close()
    program.until(lambda: keyboard.down() == {SPACE}, "held key")
    (stamp,) = keyboard.wait(program, [(SPACE, 1)])
    check(stamp / 1000 - begin < 0.03, lambda: f"down after {stamp / 1000 - begin:.3f} s")
    time.sleep(0.5)
    equal(keyboard.typed, [], "typed while it is held")
    fire.open()
    keyboard.wait(program, [(SPACE, 0)])
    equal(keyboard.down(), set(), "keys that are down")
    equal(program.names("fire"), ["confirm_start", "cancel"], "events: no edges were asked for")


def ends(lab, fire, far, chip, keyboard, program):
    fire.close()
    keyboard.wait(program, [(SPACE, 1)])
    program.wait("stuck", "fire")
    keyboard.wait(program, [(SPACE, 0)])
    fire.open()
    program.wait("unstuck", "fire")

    # Both hold the space bar; it is up when both have let go.
    fire.close()
    keyboard.wait(program, [(SPACE, 1)])
    far.close()
    keyboard.wait(program, [(A, 1)])
    fire.open()
    keyboard.wait(program, [])
    chip.unplug()
    keyboard.wait(program, [(SPACE, 0), (A, 0)])
    chip.plug()
    program.wait("line_back", "far")


def reload(lab, fire, path, keyboard, program):
    # The same keys: the same keyboard, and nothing is down on it.
    fire.close()
    keyboard.wait(program, [(SPACE, 1)])
    lab.write("panel.yaml", PANEL + "    # The same.\n")
    program.send(signal.SIGHUP)
    program.wait_error("reloaded")
    keyboard.wait(program, [(SPACE, 0)])
    fire.open()
    time.sleep(0.2)
    equal(keys.find("Lab keys"), path, "keyboard after a reload of the same keys")
    lab.tap(lab.line(17))
    keyboard.wait(program, stroke(ENTER))

    # Others: another keyboard, with exactly those.
    fire.close()
    keyboard.wait(program, [(SPACE, 1)])
    lab.write("panel.yaml", PANEL.replace("KEY_ENTER", "KEY_ESC"))
    program.send(signal.SIGHUP)
    program.until(lambda: keyboard.is_gone, "end of the old keyboard")
    check(keyboard.typed in ([], [(SPACE, 0)]), lambda: f"typed at a reload: {keyboard.typed}")
    keyboard = keys.Keyboard(keys.wait(program, "Lab keys"))
    equal(keyboard.keys(), ALL - {ENTER} | {1}, "keys of the new keyboard")
    equal(keyboard.down(), set(), "keys down on the new keyboard")
    fire.open()
    time.sleep(0.2)
    lab.tap(lab.line(17))
    keyboard.wait(program, stroke(1))

    # None: no keyboard.
    lab.write("panel.yaml", "board: auto\ncontrols: {go: {kind: button, pin: GPIO17, tap: true}}\n")
    program.send(signal.SIGHUP)
    program.until(lambda: keyboard.is_gone and keys.find("Lab keys") is None, "end of the keyboard")
    equal(program.end()[0], 0, "exit status")


def program_ends(lab, lines, number):
    program = lab.run(PANEL, lines)
    keyboard = keys.Keyboard(keys.wait(program, "Lab keys"))
    fire = lines[2]
    fire.close()
    keyboard.wait(program, [(SPACE, 1)])
    equal(keyboard.down(), {SPACE}, "keys that are down")
    status, _ = program.end(number)
    fire.open()
    equal(status, 0 if number == signal.SIGTERM else -number, "exit status")
    program.until(lambda: keyboard.is_gone, "end of the keyboard")
    equal(keys.find("Lab keys"), None, "keyboard after the end")
    if number == signal.SIGTERM:
        equal(keyboard.typed, [(SPACE, 0)], "typed at the end")
    # The kernel lets go for a program that is dead, and takes the device; a reader may see but that.
    check(keyboard.typed in ([], [(SPACE, 0)]), lambda: f"typed at the end: {keyboard.typed}")


def denied(lab, lines):
    chips = {path: os.stat(path).st_mode & 0o777 for path in glob.glob("/dev/gpiochip*")}
    for path in chips:
        os.chmod(path, 0o666)
    os.chmod("/dev/uinput", 0o600)
    try:
        program = lab.program("run", lab.write("panel.yaml", PANEL), user=65534)
        program.wait_ready(lines)
        program.wait_error("keyboard Lab keys: cannot open /dev/uinput: Permission denied; ")
        lab.tap(lines[0])
        program.wait("tap", "go")
        equal(keys.find("Lab keys"), None, "keyboard without the right")
        # The moment udev gives the right, without a press.
        os.chmod("/dev/uinput", 0o666)
        keyboard = keys.Keyboard(keys.wait(program, "Lab keys"))
        program.wait_error("it is there now")
        lab.tap(lines[0])
        keyboard.wait(program, stroke(ENTER))
        equal(program.stderr.count("Permission denied"), 1, "how often it is said")
        equal(program.end()[0], 0, "exit status")
    finally:
        os.chmod("/dev/uinput", 0o600)
        for path, mode in chips.items():
            os.chmod(path, mode)


def missing(lab, lines):
    os.rename("/dev/uinput", "/dev/uinput-away")
    try:
        program = lab.run(PANEL, lines)
        program.wait_error("keyboard Lab keys: cannot open /dev/uinput: No such file or directory; ")
        program.wait_error("modprobe uinput")
        lab.tap(lines[0])
        program.wait("tap", "go")
    finally:
        os.rename("/dev/uinput-away", "/dev/uinput")
    keyboard = keys.Keyboard(keys.wait(program, "Lab keys"))
    lab.tap(lines[0])
    keyboard.wait(program, stroke(ENTER))
    equal(program.end()[0], 0, "exit status")


def scenario(lab):
    chip = lab.chip("lab-keys", 4)
    chip.plug()
    lines = [lab.line(offset) for offset in (17, 22, 23, 5, 6)]
    far = lab.line(1, "lab-keys")
    program = lab.run(PANEL, [*lines, far])
    path = keys.wait(program, "Lab keys")
    keyboard = keys.Keyboard(path)
    equal(keyboard.keys(), ALL, "keys of the keyboard")
    equal(keyboard.identity(), (6, 0x6770, 1, 1), "bus, vendor, product, version")
    typing(lab, lines, keyboard, program)
    holding(lab, lines[2], keyboard, program)
    ends(lab, lines[2], far, chip, keyboard, program)
    equal(keyboard.lost, 0, "reports that got lost")
    reload(lab, lines[2], path, keyboard, program)
    for number in (signal.SIGTERM, signal.SIGKILL, signal.SIGSEGV):
        program_ends(lab, lines, number)
    denied(lab, lines)
    missing(lab, lines)
