"""Home Assistant: a panel announces itself; a control that is renamed while it runs or while it does not
disappears; Home Assistant's start is answered."""

import json
import signal
import time

from kit import check, equal
from kit.broker import Broker

PANEL = """\
    board: auto
    name: Lab
    controls:
      go: {kind: button, label: Go, pin: GPIO17, tap: {max: 2}}
      door: {kind: switch, pin: GPIO22}
    rings:
      halo: {driver: file, path: frames.jsonl, pixels: 4}
    outputs: {stdout: true, mqtt: {host: 127.0.0.1, base: lab, home_assistant: true}}
"""


def kept(broker, word):
    """What somebody who comes now finds of the panel below homeassistant/."""
    watcher = broker.watch("homeassistant/+/lab/#", "lab/availability")
    watcher.wait(word)
    watcher.wait("lab/availability online")
    return {line.split(" ", 1)[0]: line.split(" ", 1)[1] for line in watcher.lines}


def scenario(lab):
    broker = Broker(lab)
    broker.start()
    line, door = lab.line(17), lab.line(22)
    program = lab.run(PANEL, [line, door])
    program.wait_error("mqtt: connected")
    found = kept(broker, "panel_dropped")
    event = json.loads(found["homeassistant/event/lab/go_event/config"])
    check({"tap", "tap_2"} <= set(event["event_types"]), lambda: f"event types: {event}")
    equal(event["device"]["name"], "Lab", "device")
    trigger = json.loads(found["homeassistant/device_automation/lab/go_tap_2/config"])
    equal(trigger["type"], "button_double_press", "trigger")
    for topic in ["binary_sensor/lab/door_state", "light/lab/halo_light", "button/lab/panel_reload",
                  "sensor/lab/go_health", "sensor/lab/panel_bounces"]:
        check(f"homeassistant/{topic}/config" in found, lambda: f"no {topic}: {sorted(found)}")

    lab.write("panel.yaml", PANEL.replace(" go:", " went:"))
    program.send(signal.SIGHUP)
    watcher = broker.watch("homeassistant/#")
    watcher.wait("went_event")
    program.wait_error("reloaded")
    found = kept(broker, "went_event")
    check(not any("/go_" in topic for topic in found), lambda: f"go is still there: {sorted(found)}")
    broker.publish("homeassistant/status", "online")
    watcher.wait("went_tap/config", "button_short_press")
    equal(program.end()[0], 0, "exit status")

    lab.run(PANEL.replace(" go:", " gone:"), [line, door]).wait_error("mqtt: connected")
    watcher.wait("gone_event")
    watcher = broker.watch("homeassistant/+/lab/#", "lab/#")
    watcher.wait("lab/availability online")
    # Until it has heard what the broker has kept of earlier runs.
    time.sleep(2)
    found = kept(broker, "gone_event")
    check(not any("/went_" in topic for topic in found), lambda: f"went is there: {sorted(found)}")
