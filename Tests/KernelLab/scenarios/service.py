"""The unit's command line as the unit's user, with the rights of our udev rules and nothing else writable."""

import glob
import os
import pathlib
import re
import shlex
import socket
import subprocess
import time

from kit import check, equal, kernel
from kit.light import UserLed, code
from kit.program import Program

PACKAGING = pathlib.Path(__file__).resolve().parents[3] / "packaging"
USER = 60990
GROUPS = {"gpiopress": 60991, "gpio": 60992, "spi": 60993, "input": 60994}
PANEL = """
    board: auto
    priority: 10
    controls:
      erase:
        kind: button
        pin: GPIO17
        tap: true
        confirm: {after: 900ms, success: 600ms}
        ring: halo
        do:
          tap: {run: [/bin/sh, -c, 'id -u > /run/gpiopress/user; touch /etc/x /dev/x /sys/x 2> /dev/null; :']}
    rings:
      halo: {driver: led, leds: ["lab:white:service"], brightness: 1}
    outputs: {stdout: true}
"""


def unit():
    """The settings of the unit's service: lists, as some stand several times."""
    settings = {}
    for line in (PACKAGING / "gpiopress@.service.in").read_text().splitlines():
        if "=" in line and not line.startswith("#"):
            name, value = line.split("=", 1)
            settings.setdefault(name, []).append(value)
    return settings


def rules(subsystem):
    """The device rule of a subsystem, as a list of its key, operator, value."""
    for line in (PACKAGING / "60-gpiopress.rules").read_text().splitlines():
        if line.startswith(f'SUBSYSTEM=="{subsystem}"'):
            return re.findall(r'(\w+)(==|\+=|=)"([^"]*)"', line)
    raise AssertionError(f"no rule for {subsystem}")


def as_udev(subsystem, device, folder=None):
    """Does to a device file, or to a folder of sysfs, what our rule says."""
    given = {key: value for key, operator, value in rules(subsystem) if operator == "="}
    if device:
        os.chown(device, 0, GROUPS[given["GROUP"]])
        os.chmod(device, int(given["MODE"], 8))
    for key, _, value in rules(subsystem):
        if key == "RUN":
            words = [str(GROUPS.get(word, word)) for word in shlex.split(value)]
            subprocess.run([word.replace("/sys%p", folder or "") for word in words], check=True)


def sandboxed(settings, words):
    """A command line that runs `words` with what the unit leaves of user, limits and file system."""
    equal(settings["User"] + settings["Group"], ["gpiopress", "gpiopress"], "user and group")
    equal(settings["ProtectSystem"] + settings["NoNewPrivileges"], ["strict", "yes"], "sandbox")
    writable = settings["ReadWritePaths"] + [f"/run/{name}" for name in settings["RuntimeDirectory"]]
    mounts = ["mount --make-rprivate /"]
    # Each writable folder is a mount of its own first, which stays as it is when those around it change.
    mounts += [f"mount --bind {path} {path}" for path in writable]
    mounts += [f"mount -o remount,ro,bind {path}" for path in ("/", "/dev", "/sys", "/run")]
    limits = [f"--rtprio={settings['LimitRTPRIO'][0]}",
              f"--memlock={settings['LimitMEMLOCK'][0].replace('infinity', 'unlimited')}"]
    groups = ",".join(str(GROUPS[name]) for name in ("gpio", "spi", "input"))
    command = ["prlimit", *limits, "setpriv", f"--reuid={USER}", f"--regid={GROUPS['gpiopress']}",
               f"--groups={groups}", "--no-new-privs", "--bounding-set=-all", "--inh-caps=-all", *words]
    script = " && ".join(mounts + [f"umask {settings['UMask'][0]}", 'exec "$@"'])
    return ["unshare", "--mount", "/bin/sh", "-e", "-c", script, "sh", *command]


class NotifySocket:
    """What systemd listens on."""

    def __init__(self, path):
        self.path = path
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(path)
        os.chmod(path, 0o777)
        self.said = []

    def take(self):
        while True:
            try:
                message = self.socket.recv(4096, socket.MSG_DONTWAIT)
            except BlockingIOError:
                return self.said
            self.said += message.decode().splitlines()


def scenario(lab):
    modes = {path: os.stat(path) for path in glob.glob("/dev/gpiochip*")}
    led = UserLed("lab:white:service")
    os.makedirs("/run/gpiopress", exist_ok=True)
    os.chown("/run/gpiopress", USER, GROUPS["gpiopress"])
    try:
        for path in modes:
            as_udev("gpio", path)
        as_udev("leds", None, os.path.realpath(f"/sys/class/leds/{led.name}"))
        check_service(lab, led)
    finally:
        led.remove()
        for path, mode in modes.items():
            os.chown(path, mode.st_uid, mode.st_gid)
            os.chmod(path, mode.st_mode & 0o777)


def check_service(lab, led):
    settings = unit()
    panel = lab.write("panel.yaml", PANEL)

    def command(line):
        words = line.lstrip("-").replace("/etc/gpiopress/%i.yaml", panel).split()
        equal(words[0], "@bindir@/gpiopress", "the program of the unit")
        return sandboxed(settings, [lab.gpiopress, *words[1:]])

    notify = NotifySocket("/run/gpiopress/notify")
    seconds = int(settings["WatchdogSec"][0].rstrip("s"))
    environment = dict(lab.environment, NOTIFY_SOCKET=notify.path,
                       WATCHDOG_USEC=str(seconds * 1_000_000))
    program = Program(command(settings["ExecStart"][0]), environment, lab.directory)
    lab._programs.append(program)
    line = lab.line(17)
    program.wait_ready([line])
    track = round(code(0.18, 255, largest=255))
    program.until(lambda: led.brightness() == track, "the track on the LED")
    program.until(lambda: "READY=1" in notify.take(), "READY")
    program.until(lambda: "STATUS=running, its line is open" in notify.take(), "STATUS")
    equal(program.stderr, "", "messages")
    equal(os.sched_getscheduler(program.pid) & ~os.SCHED_RESET_ON_FORK, os.SCHED_FIFO, "scheduler")

    lab.tap(line)
    program.wait("tap", "erase")
    program.until(lambda: os.path.exists("/run/gpiopress/user"), "what the command wrote")
    program.until(lambda: kernel.read("/run/gpiopress/user").strip() == str(USER), "the user's id")
    for path in ("/etc/x", "/dev/x", "/sys/x"):
        check(not os.path.exists(path), f"{path} could be written")

    before = notify.take().count("WATCHDOG=1")
    time.sleep(seconds * 3)
    check(notify.take().count("WATCHDOG=1") >= before + 3, lambda: f"the watchdog: {notify.said}")

    program.process.kill()
    program.process.wait(5)
    check(led.brightness() > 0, "a kill leaves the LED lit")
    done = subprocess.run(command(settings["ExecStopPost"][0]), env=lab.environment,
                          capture_output=True, text=True, timeout=20)
    equal((done.returncode, done.stderr), (0, ""), "ExecStopPost")
    equal(led.brightness(), 0, "brightness after ExecStopPost")
