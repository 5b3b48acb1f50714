"""As root nothing is done by a panel or a board that somebody else may change: it is refused at the
start and at SIGHUP, by the file that was read and not by what stands at its path."""

import os
import signal
import time

from kit import check, equal

PANEL = """\
board: auto
controls:
  go: {kind: button, pin: GPIO17, tap: true, ring: halo, do: {tap: {run: [/bin/touch, RAN]}}}
rings:
  halo: {driver: file, path: VICTIM, pixels: 4}
outputs: {stdout: true}
"""
USER = 1000


def scenario(lab):
    line = lab.line(17)
    # What a foreign panel is after: a file of root's, and a command.
    victim = lab.write("victim", "root's own\n")
    ran = lab.path("ran")
    text = PANEL.replace("VICTIM", victim).replace("RAN", ran)
    path = lab.write("panel.yaml", text)

    def untouched():
        with open(victim) as file:
            equal(file.read(), "root's own\n", "the file of root's")
        check(not os.path.exists(ran), "a command ran")

    def refused(*arguments, code=77, words=()):
        program = lab.program(*arguments)
        equal(program.end(None)[0], code, f"exit status of {arguments}: {program.stderr}")
        equal(len(program.errors), 1, f"lines of {arguments}: {program.stderr}")
        for word in words:
            check(word in program.stderr, lambda: f"{word} is not reported: {program.stderr}")
        equal(line.user(), None, "holder of the line")
        untouched()

    faults = (
        (lambda: os.chown(path, USER, USER), (f"user {USER}", "chown root")),
        (lambda: os.chmod(path, 0o646), ("others", "chmod go-w")),
        (lambda: os.chmod(path, 0o664), ("group 0", "chmod go-w")),
    )
    for spoil, words in faults:
        spoil()
        refused("run", path, words=("panel.yaml: ", *words))
        refused("ring", path, "halo", "fill", "1", words=words)
        refused("ring", path, "all", "off", words=words)
        os.chown(path, 0, 0)
        os.chmod(path, 0o644)
    # By a link as well: the file counts.
    foreign = lab.write("foreign.yaml", text)
    os.chown(foreign, USER, USER)
    link = lab.path("link.yaml")
    os.symlink(foreign, link)
    refused("run", link, words=(f"user {USER}",))

    # A board of somebody else's, though the panel is root's.
    boards = lab.path("boards")
    os.mkdir(boards)
    profile = os.path.join(boards, "raspberry-pi-5.yaml")
    share = os.path.join(os.path.dirname(lab.gpiopress), "..", "share", "gpiopress", "boards")
    with open(os.path.join(share, "raspberry-pi-5.yaml")) as source, open(profile, "w") as copy:
        copy.write(source.read())
    folders = lab.path(".config/gpiopress")
    os.makedirs(folders)
    os.rename(boards, os.path.join(folders, "boards"))
    profile = os.path.join(folders, "boards", "raspberry-pi-5.yaml")
    os.chown(profile, USER, USER)
    refused("run", path, code=78, words=("raspberry-pi-5.yaml", f"user {USER}", "chown root"))
    os.chown(profile, 0, 0)

    # A good panel runs; a foreign one at SIGHUP leaves it running and changes nothing.
    own = lab.write("own.yaml", """\
        board: auto
        controls:
          go: {kind: button, pin: GPIO17, tap: true}
        outputs: {stdout: true}
        """)
    program = lab.program("run", own)
    program.wait_ready([line])
    os.chown(foreign, USER, USER)
    os.rename(foreign, own)
    program.send(signal.SIGHUP)
    program.wait_error(f"user {USER}")
    program.wait_error("the old panel runs on")
    lab.tap(line)
    program.wait("tap", "go")
    time.sleep(0.3)
    untouched()
    equal(program.end()[0], 0, "exit status")

    # A FIFO that gives a foreign panel, and has become a link to one of root's when it is looked at.
    good = lab.write("good.yaml", text)
    trap = lab.path("trap.yaml")
    os.mkfifo(trap)
    reader = os.open(trap, os.O_RDONLY | os.O_NONBLOCK)
    writer = os.open(trap, os.O_WRONLY)
    os.write(writer, text.encode())
    racer = lab.program("run", trap)
    link = lab.path("swap")
    os.symlink(good, link)
    os.rename(link, trap)
    os.close(writer)
    status, took = racer.end(None)
    # Which of the two it finds is the scheduler's choice, but the FIFO is never read.
    check(status == 66, lambda: f"exit status {status}: {racer.stderr}")
    equal(os.read(reader, 1 << 16), text.encode(), "what the FIFO still holds")
    os.close(reader)
    untouched()
