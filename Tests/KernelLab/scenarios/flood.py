"""A line that chatters is put in quarantine, harms no other, and works again when it is quiet."""

import time

from kit import check, equal

PANEL = """
    controls:
      noisy: {kind: button, pin: GPIO17, tap: true, confirm: 500ms, chatter: 200}
      calm: {kind: button, pin: GPIO22, tap: true}
"""


def scenario(lab):
    noisy, calm = lab.line(17), lab.line(22)
    program = lab.run(PANEL, [noisy, calm])
    for index in range(1000):
        noisy.close() if index % 2 == 0 else noisy.open()
        if index == 600:
            calm.close()
        if index == 700:
            calm.open()
        time.sleep(0.002)
    noisy.open()
    program.wait("chatter", "noisy")
    program.wait("tap", "calm")
    program.wait("quiet", "noisy", timeout=10)
    time.sleep(0.2)
    lab.tap(noisy)
    program.wait("tap", "noisy")
    check("confirm" not in program.names(), "chatter confirmed")
    equal(program.names("calm"), ["tap"], "events of the calm button")
