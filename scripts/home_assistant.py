"""Runs each panel at a broker of its own and shows its announcements to Home Assistant's schemas.

usage: home_assistant.py PROGRAM PANEL...
Ends with one line: N passed, N failed.
"""

import json
import pathlib
import socket
import subprocess
import sys
import tempfile
import time

import voluptuous
from homeassistant.components.mqtt import (
    binary_sensor,
    button,
    device_trigger,
    event,
    light,
    sensor,
)
from homeassistant.components.mqtt.light import DISCOVERY_SCHEMA as LIGHT_SCHEMA

SCHEMAS = {
    "binary_sensor": binary_sensor.DISCOVERY_SCHEMA,
    "button": button.DISCOVERY_SCHEMA,
    "device_automation": device_trigger.TRIGGER_DISCOVERY_SCHEMA,
    "event": event.DISCOVERY_SCHEMA,
    "light": LIGHT_SCHEMA,
    "sensor": sensor.DISCOVERY_SCHEMA,
}
PATIENCE = 60


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def at_broker(text, port, base):
    """The panel file with this broker for its only output but the keyboard.

    Edited as text: to Python's YAML `on` and `off` are truth values.
    """
    kept, keyboard, is_output = [], "", False
    for line in text.splitlines():
        if line[:1].strip() and not line.startswith("#"):
            is_output = line.startswith("outputs:")
        if not is_output:
            kept.append("board: raspberry-pi-5" if line == "board: auto" else line)
        elif "keyboard:" in line:
            keyboard = ", keyboard: {name: Panel}"
    mqtt = f"{{host: 127.0.0.1, port: {port}, base: {base}, home_assistant: true}}"
    kept.append(f"outputs: {{stdout: false, mqtt: {mqtt}{keyboard}}}")
    return "\n".join(kept) + "\n"


def announcements(program, panel, port, folder):
    """What the panel has published below homeassistant/ when it says that it is online."""
    base = f"gpiopress/{panel.stem}"
    file = pathlib.Path(folder) / panel.name
    file.write_text(at_broker(panel.read_text(), port, base))
    with open(pathlib.Path(folder) / "errors", "w+") as errors:
        with subprocess.Popen([program, "run", str(file)], stderr=errors) as daemon:
            try:
                # The word comes last, behind everything that describes the panel.
                online = subprocess.run(
                    [
                        "mosquitto_sub", "-h", "127.0.0.1", "-p", str(port), "-W", str(PATIENCE),
                        "-t", f"{base}/availability", "-C", "1",
                    ],
                    capture_output=True,
                    text=True,
                    check=False,
                )
            finally:
                daemon.terminate()
        errors.seek(0)
        if online.stdout != "online\n":
            raise SystemExit(f"{panel}: never online: {errors.read()}")
    kept = subprocess.run(
        [
            "mosquitto_sub", "-h", "127.0.0.1", "-p", str(port), "-t", "homeassistant/#",
            "--retained-only", "-W", "2", "-F", "%t\t%p",
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    for line in kept.stdout.splitlines():
        topic, payload = line.split("\t", 1)
        if f"/gpiopress_{panel.stem}/" in topic:
            yield topic, payload


def faults(topic, payload, seen):
    """What Home Assistant would not take, in words."""
    component = topic.split("/")[1]
    try:
        config = json.loads(payload)
        SCHEMAS[component](config)
    except (KeyError, ValueError, voluptuous.Invalid) as error:
        yield f"{topic}: {error}"
        return
    identifier = config.get("unique_id", topic)
    if identifier in seen:
        yield f"{topic}: the same unique_id as {seen[identifier]}"
    seen[identifier] = topic


def refuses():
    """The schemas do refuse something: else nothing would be shown by their silence."""
    try:
        SCHEMAS["event"]({"state_topic": "a", "event_types": ["b"], "device_class": "oven"})
    except voluptuous.Invalid:
        return True
    return False


def main(program, panels):
    passed, failed = 0, 0
    assert refuses(), "the schemas take everything"
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        configuration = pathlib.Path(folder) / "mosquitto.conf"
        configuration.write_text(f"listener {port} 127.0.0.1\nallow_anonymous true\n")
        broker = subprocess.Popen(
            ["/usr/sbin/mosquitto", "-c", str(configuration)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            end = time.monotonic() + PATIENCE
            while time.monotonic() < end:
                with socket.socket() as probe:
                    if probe.connect_ex(("127.0.0.1", port)) == 0:
                        break
            components = set()
            for panel in panels:
                seen = {}
                messages = list(announcements(program, panel, port, folder))
                wrong = [fault for message in messages for fault in faults(*message, seen)]
                if not messages:
                    wrong = [f"{panel}: nothing was announced"]
                components.update(topic.split("/")[1] for topic, _ in messages)
                for line in wrong:
                    print(line)
                print(f"{panel.name}: {len(messages)} announcements, {len(wrong)} refused")
                passed += not wrong
                failed += bool(wrong)
            if missing := set(SCHEMAS) - components:
                print(f"no panel announces {', '.join(sorted(missing))}")
                failed += 1
        finally:
            broker.terminate()
            broker.wait()
    print(f"{passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], [pathlib.Path(name) for name in sys.argv[2:]]))
