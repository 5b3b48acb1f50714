"""The kernel debounces where the library can ask for it; where not, that is said once and works."""

import time

from kit import check, equal

PANEL = """
    defaults: {button: {kernel_debounce: 2ms, tap: true}}
    controls:
      near: {kind: button, pin: GPIO17}
      plain: {kind: button, pin: GPIO22, kernel_debounce: 0ms}
      far: {kind: button, pin: {chip: lab-debounced, line: 3}}
"""


def scenario(lab):
    chip = lab.chip("lab-debounced", 8)
    chip.plug()
    near, plain, far = lab.line(17), lab.line(22), lab.line(3, "lab-debounced")
    program = lab.run(PANEL, [near, plain, far])
    period = near.debounce()
    check(period in (0, 2000), lambda: f"a debounce of {period} us")
    equal(far.debounce(), period, "debounce of the other chip's line")
    equal(plain.debounce(), 0, "debounce of a line that asks for none")
    chip.unplug()
    program.wait("line_gone", "far")
    time.sleep(1)
    chip.plug()
    program.wait("line_back", "far", timeout=10)
    time.sleep(0.2)
    far = lab.line(3, "lab-debounced")
    equal(far.debounce(), period, "debounce of the line that came back")
    lab.tap(near)
    program.wait("tap", "near")
    lab.tap(far)
    program.wait("tap", "far")
    notes = [line for line in program.errors if "kernel_debounce" in line]
    equal(len(notes), 1 if period == 0 else 0, f"notes of what is not granted ({notes})")
    if notes:
        check("near and 1 more" in notes[0], lambda: f"it does not say of which lines: {notes}")
    equal(program.end()[0], 0, "exit status")
