"""Every press that is reported gets one release, with the reason where no edge brought it."""

import signal
import time

from kit import check, equal

PANEL = """
    controls:
      talk: {kind: button, pin: GPIO17, edges: true, stuck: 1s}
      free: {kind: button, pin: GPIO22, wiring: external_active_low, edges: true, stuck: off}
      far: {kind: button, pin: {chip: lab-pad, line: 1}, edges: true}
"""


def scenario(lab):
    talk, free, far = lab.line(17), lab.line(22), lab.line(1, chip="lab-pad")
    pad = lab.chip("lab-pad", 4)
    pad.plug()
    program = lab.run(PANEL, [talk, free, far])
    # Its wiring has no pull of the chip's own, so that a reload leaves the contact as it is.
    free.open()
    time.sleep(0.1)
    talk.close()
    free.close()
    far.close()
    for control in ("talk", "free", "far"):
        program.wait("press", control)
    program.wait("stuck", "talk")
    equal(program.wait("release", "talk")["reason"], "stuck", "reason of the stuck key")
    talk.open()
    program.wait("unstuck", "talk")
    pad.unplug()
    equal(program.wait("release", "far")["reason"], "line_gone", "reason of the chip that went")
    time.sleep(0.5)
    program.send(signal.SIGHUP)
    equal(program.wait("release", "free")["reason"], "reload", "reason of the reload")
    program.wait("boot_held", "free")
    free.open()
    time.sleep(0.2)
    free.close()
    program.until(lambda: program.names("free").count("press") == 2, "a second press")
    equal(program.end()[0], 0, "exit code")
    for control in ("talk", "free", "far"):
        names = program.names(control)
        check(
            names.count("press") == names.count("release"),
            lambda: f"{control}: {program.report()}",
        )
    equal(program.events("free", "release")[-1]["reason"], "shutdown", "reason of the end")
