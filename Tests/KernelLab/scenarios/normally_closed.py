"""A contact that opens when it is pressed: for each wiring, held at the start, a tap and a hold."""

import time

from kit import equal

PANEL = """
    controls:
      go:
        kind: button
        pin: GPIO17
        wiring: {wiring}
        contact: normally_closed
        tap: true
        hold: 300ms
      lid: {{kind: switch, pin: GPIO22, contact: normally_closed}}
"""

# Which pull of the simulated line stands for a closed contact, by the wiring.
CLOSED = {
    "to_ground": "pull-down",
    "to_supply": "pull-up",
    "external_active_low": "pull-down",
    "external_active_high": "pull-up",
}


def scenario(lab):
    for wiring, closed in CLOSED.items():
        opened = "pull-up" if closed == "pull-down" else "pull-down"
        line, lid = lab.line(17), lab.line(22)
        program = lab.run(PANEL.format(wiring=wiring), [line, lid])
        # The pull that the request asks for is that of an open contact, so it begins as pressed. It is at
        # rest when the contact closes.
        line.set_pull(closed)
        lid.set_pull("pull-down")
        time.sleep(0.3)
        line.set_pull(opened)
        time.sleep(0.1)
        line.set_pull(closed)
        program.wait("tap", "go")
        line.set_pull(opened)
        program.wait("hold", "go")
        line.set_pull(closed)
        program.wait("hold_end", "go")
        lid.set_pull("pull-up")
        program.wait("on", "lid")
        lid.set_pull("pull-down")
        program.wait("off", "lid")
        names = [name for name in program.names("go") if name != "boot_held"]
        equal(names, ["tap", "hold", "hold_end"], f"events with {wiring}")
        equal(program.end()[0], 0, "exit code")
