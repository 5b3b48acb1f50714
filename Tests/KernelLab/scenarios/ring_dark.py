"""Rings are dark and sounders silent after SIGTERM, SIGINT, and SIGKILL with ExecStopPost's command."""

import signal

from kit import check, equal
from kit.light import Pca9685

PANEL = """
    board: auto
    controls:
      erase: {kind: button, pin: GPIO17, confirm: {after: 900ms, exclusive: false}, ring: halo}
      loud: {kind: button, pin: GPIO22, hold: 200ms, cue: buzz}
    rings:
      halo: {driver: pwm, chip: 0-0040, channels: [0, 1, 2], brightness: 1}
      rest: {driver: pwm, chip: 0-0040, channels: [4, 5, 6, 7], brightness: 1, at_exit: keep}
    cues:
      buzz: {pwm: {chip: 0-0040, channel: 12, frequency: 1kHz}, patterns: {hold: [5s]}}
    outputs: {stdout: true}
"""
DARK = [0] * 8


def scenario(lab):
    chip = Pca9685(lab)
    line, loud = lab.line(17), lab.line(22)
    path = lab.write("panel.yaml", PANEL)
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGKILL):
        program = lab.run(PANEL, [line, loud])
        loud.close()
        program.wait("hold", "loud")
        equal(chip.duty(12), 2048, "the piezo's duty")
        line.close()
        program.wait("confirm_start", "erase")
        program.until(lambda: max(chip.duties(3)) > 2000, "a fill")
        rest = chip.duties(8)[4:]
        check(min(rest) > 50, lambda: f"the other ring is not lit: {rest}")
        status, took = program.end(number)
        check(took < 0.1, lambda: f"it took {took} s to end")
        if number == signal.SIGKILL:
            equal(status, -number, "exit status")
            check(max(chip.duties(3)) > 2000, "a killed process made its ring dark")
            equal(chip.duty(12), 2048, "the piezo's duty after a kill")
            # It leaves the ring alone that is to stay lit.
            off = lab.program("ring", path, "all", "off")
            equal(off.end(None)[0], 0, "exit status of all off")
        else:
            equal(status, 0, "exit status")
        equal(chip.duties(4), DARK[:4], f"duties after signal {number}")
        equal(chip.duty(12), 0, f"the piezo's duty after signal {number}")
        equal(chip.duties(8)[4:], rest, "duties of the ring that stays lit")
    off = lab.program("ring", path, "rest", "off")
    equal(off.end(None)[0], 0, "exit status of off")
    equal(chip.duties(8), DARK, "duties after off")
