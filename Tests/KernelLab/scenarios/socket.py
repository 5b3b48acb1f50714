"""The control socket: status, events, presses, rings, reload, what is refused, and who gets in."""

import grp
import os
import signal
import stat
import subprocess
import time

import kit.ring as ring
from kit import check, equal
from kit.speaker import Speaker

PANEL = """\
name: Spoken to
board: auto
controls:
  go: {{kind: button, pin: GPIO17, tap: true, hold: {hold}, ring: halo}}
  erase:
    kind: button
    pin: GPIO22
    confirm: 900ms
    ring: halo
    do: {{confirm: {{run: [/usr/bin/touch, erased]}}}}
  open: {{kind: button, pin: GPIO23, confirm: 900ms, remote: true}}
  spin: {{kind: button, pin: GPIO24, hold: {{after: 100ms, repeat: 10ms}}}}
rings:
  halo: {{driver: file, path: frames.jsonl, pixels: 12}}
outputs:
  stdout: true
  socket: {{path: {path}, group: daemon}}
"""


def last(lab):
    return ring.frames(lab.path("frames.jsonl"))[-1]


def file_rights(path):
    found = os.lstat(path)
    return stat.filemode(found.st_mode), found.st_uid, found.st_gid


def scenario(lab):
    folder = lab.path("run")
    path = os.path.join(folder, "panel.sock")
    lines = [lab.line(offset) for offset in (17, 22, 23, 24)]
    # Without its folder the panel runs, and says what is missing.
    panel = PANEL.format(hold="2s", path=path)
    program = lab.run(panel, lines, prepare=lambda: os.umask(0o777))
    program.wait_error(f"its folder {folder} is not there")
    lab.tap(lines[0])
    program.wait("tap", "go")
    os.mkdir(folder)
    program.wait_error(f"{path}: listening", timeout=40)

    # Its mode and group are those of the panel, whatever the umask.
    equal(file_rights(path), ("srw-rw----", 0, grp.getgrnam("daemon").gr_gid), "rights")
    equal(os.listdir(folder), ["panel.sock"], "files beside it")

    speaker = Speaker(path)
    status = speaker.ask({"status": True, "id": 1})
    equal(status["id"], 1, "id of the answer")
    equal(status["panel"]["name"], "Spoken to", "name of the panel")
    equal(status["pid"], program.pid, "process of the panel")
    equal([each["health"] for each in status["lines"]], ["ok"] * 4, "health of the lines")
    equal(status["counts"]["events"], len(program.events()), "events counted")

    # The very lines of the stream.
    equal(speaker.ask({"events": ["go"]}), {"ok": True}, "answer")
    lab.tap(lines[0])
    equal(speaker.event("tap"), program.wait("tap", "go"), "event over the socket")

    # A press of a program is a press, marked, and of its length.
    equal(speaker.ask({"press": "go", "for": "300ms"}), {"ok": True}, "answer")
    equal(speaker.ask({"status": True})["lines"][0]["via"], "remote", "who presses")
    tap = program.wait("tap", "go", via="remote")
    equal(speaker.event("tap"), tap, "event of a program's press")
    equal(speaker.ask({"press": "go"}), {"ok": True}, "answer")
    program.wait("hold", "go", via="remote")
    equal(speaker.ask({"release": "go"}), {"ok": True}, "answer")
    equal(round(program.wait("hold_end", "go", via="remote")["held"]) >= 2000, True, "held")
    lab.tap(lines[0])
    check("via" not in program.wait("tap", "go"), "a finger's press is marked as a program's")

    # Whoever dies lets go.
    holder = Speaker(path)
    holder.ask({"press": "go"})
    time.sleep(0.5)
    holder.close()
    tap = program.wait("tap", "go", via="remote")

    # A confirm is for hands, unless the panel says otherwise.
    refused = speaker.ask({"press": "erase", "for": "5s"})
    equal(refused["code"], "refused", "answer to a press that would confirm")
    check("remote: true" in refused["error"], lambda: f"no hint: {refused}")
    speaker.ask({"press": "open", "for": "2s"})
    equal(program.wait("confirm", "open")["via"], "remote", "via of a program's confirm")
    lines[1].close()
    equal(program.wait("confirm", "erase")["via"], "hold", "via of a hand's confirm")
    lines[1].open()
    time.sleep(3)

    # A ring, for its time.
    idle = last(lab)
    speaker.ask({"ring": "halo", "progress": 0.5, "ttl": "2s"})
    program.until(lambda: ring.fill(last(lab)) == 6, "a fill of a half")
    time.sleep(1)
    equal(ring.fill(last(lab)), 6, "pixels within the time")
    program.until(lambda: last(lab) == idle, "the idle picture after the time")
    speaker.ask({"ring": "halo", "pixels": ["#ffffff"] * 3})
    program.until(lambda: ring.fill(last(lab)) == 3, "three pixels")
    speaker.ask({"ring": "halo", "pattern": "idle"})
    program.until(lambda: last(lab) == idle, "the idle picture after idle")

    # A reload over the socket, with a good file and a bad one; the connection stays.
    lab.write("panel.yaml", PANEL.format(hold="300ms", path=path))
    equal(speaker.ask({"reload": True}), {"ok": True}, "answer to a reload")
    speaker.ask({"press": "go", "for": "400ms"})
    program.wait("hold", "go", via="remote")
    lab.write("panel.yaml", PANEL.format(hold="300", path=path))
    failed = speaker.ask({"reload": True})
    equal(failed["code"], "failed", "answer to a reload of a bad file")
    check("has no unit" in failed["error"], lambda: f"no reason: {failed}")
    lab.write("panel.yaml", PANEL.format(hold="300ms", path=path))

    # A second daemon is refused, before it touches any line.
    second = lab.program("run", lab.path("panel.yaml"))
    equal(second.end(None)[0], 69, "exit status of a second daemon")
    check(f"process {program.pid} listens there already" in second.stderr, lambda: second.stderr)
    check(speaker.ask({"status": True})["ok"], "the first one is disturbed")
    # One that fails at its lines leaves no socket behind.
    busy = lab.program("run", lab.write("busy.yaml", PANEL.format(hold="2s", path=path + "2")))
    equal(busy.end(None)[0], 69, "exit status where the lines are taken")
    equal(os.listdir(folder), ["panel.sock"], "files beside it")

    # The 33rd gets an answer that says so; who reads too slowly is let go, and harms nobody.
    many = [Speaker(path) for _ in range(31)]
    for each in many:
        each.ask({"events": False})
    over = Speaker(path)
    equal(over.line()["code"], "unavailable", "answer to one too many")
    check(over.is_closed(), "one too many stays connected")
    for each in many[1:]:
        each.close()
    slow = many[0]
    slow.ask({"events": True})
    # A repeat every 10 ms, which it never reads.
    presser = Speaker(path)
    presser.ask({"press": "spin", "for": "50s"})
    program.wait_error("reads its events too slowly", timeout=60)
    equal(presser.ask({"release": "spin"}), {"ok": True}, "answer")
    speaker.close()

    # By the command line, as a newcomer would.
    def send(*words):
        return subprocess.run(
            [lab.gpiopress, "send", "panel.yaml", *words], cwd=lab.directory, env=lab.environment,
            capture_output=True, text=True, timeout=20)

    shown = send("status")
    check(shown.returncode == 0 and "Spoken to" in shown.stdout, lambda: f"{shown}")
    equal(send("press", "go").returncode, 0, "exit status of a press")
    program.wait("tap", "go", via="remote")
    equal(send("press", "erase").returncode, 77, "exit status of what is refused")
    equal(send("ring", "halo", "fill", "2").returncode, 64, "exit status of a wrong request")

    # Others do not get in.
    other = subprocess.run(
        [lab.gpiopress, "send", path, "status"], env=lab.environment, user="nobody", group="nogroup",
        extra_groups=[], capture_output=True, text=True, timeout=20)
    equal(other.returncode, 77, "exit status of somebody else")
    check("usermod -aG daemon" in other.stderr, lambda: other.stderr)
    member = subprocess.run(
        [lab.gpiopress, "send", path, "status"], env=lab.environment, user="nobody", group="daemon",
        extra_groups=[], capture_output=True, text=True, timeout=20)
    equal(member.returncode, 0, "exit status of a member of the group")

    # What a killed daemon leaves is replaced; at an ordinary end nothing is left.
    equal(program.end(signal.SIGKILL)[0], -signal.SIGKILL, "exit status")
    check(os.path.exists(path), "the socket has gone with a kill")
    equal(send("status").returncode, 69, "exit status where nobody listens")
    again = lab.program("run", lab.path("panel.yaml"))
    again.wait_ready(lines)
    equal(send("status").returncode, 0, "exit status with the new daemon")
    equal(again.end()[0], 0, "exit status")
    equal(os.listdir(folder), [], "what is left")
