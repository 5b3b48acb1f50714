"""A broker that is not there at the start, is killed, freezes, and comes back: the panel works on, what
was pressed meanwhile is not sent when it is old, and what a switch is at is."""

import time

from kit import check, equal
from kit.broker import Broker

PANEL = """
    board: auto
    controls:
      go: {kind: button, pin: GPIO17, tap: true}
      door: {kind: switch, pin: GPIO22}
    outputs: {stdout: true, mqtt: {host: 127.0.0.1, base: lab}}
"""


def scenario(lab):
    broker = Broker(lab)
    line, door = lab.line(17), lab.line(22)
    program = lab.run(PANEL, [line, door])
    program.wait_error("Connection refused; it is tried again")
    lab.tap(line)
    first = program.wait("tap", "go")["n"]
    time.sleep(5)

    broker.start()
    program.wait_error("mqtt: connected", 120)
    watcher = broker.watch("lab/#")
    watcher.wait("lab/state/door off")
    lab.tap(line)
    second = program.wait("tap", "go")["n"]
    watcher.wait(f'"n":{second},')

    broker.kill()
    lab.tap(line)
    third = program.wait("tap", "go")["n"]
    door.close()
    program.wait("on", "door")
    time.sleep(8)
    broker.start()
    watcher = broker.watch("lab/#")
    watcher.wait("lab/state/door on")
    check("were not sent: older than 2 s" in program.stderr, lambda: program.stderr)

    # It keeps the connection and is silent: the panel leaves it, and is there again when it wakes.
    broker.freeze()
    lab.tap(line)
    program.wait("tap", "go")
    program.wait_error("the broker acknowledges nothing", 20)
    broker.thaw()
    program.until(lambda: program.stderr.count("mqtt: connected") == 3, "third connection", 60)
    watcher = broker.watch("lab/#")
    watcher.wait("lab/availability online")
    lab.tap(line)
    last = program.wait("tap", "go")["n"]
    seen = [line for line in watcher.lines if "/event/" in line]
    watcher.wait(f'"n":{last},')
    for number in (first, third):
        check(not any(f'"n":{number},' in line for line in seen), f"{number} was sent")
    check(program.stderr.count("Connection refused") <= 2, lambda: f"it is said often: {program.stderr}")
    equal(program.end()[0], 0, "exit status")
