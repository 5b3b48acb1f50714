"""Terminals that nobody reads, for output and errors: the panel works on, and nothing is lost."""

import fcntl
import json
import os
import time
import tty

from kit import check, equal, unread

# Longer than the room that a terminal still has when it says that it has some.
NAME = "n" * 400


def take(master):
    """All that the terminal holds, and what comes while it is read."""
    found = b""
    quiet = 0
    while quiet < 20:
        try:
            part = os.read(master, 65536)
        except BlockingIOError:
            part = b""
        except OSError:
            break
        found += part
        quiet = 0 if part else quiet + 1
        if not part:
            time.sleep(0.01)
    return found.decode()


def scenario(lab):
    many, go, bad = lab.line(17), lab.line(22), lab.line(23)
    out, out_end = os.openpty()
    errors, errors_end = os.openpty()
    for end in (out_end, errors_end):
        tty.setraw(end)
    for master in (out, errors):
        os.set_blocking(master, False)
    process = unread.start(lab, (many, go, bad), NAME, stdout=out_end, stderr=errors_end)
    try:
        unread.tap_often(lab, many, 200)
        unread.tap_often(lab, bad, 200, 0.04)
        # A little is read: there is room again, but not for all that waits.
        begun = os.read(out, 300) + os.read(out, 300), os.read(errors, 300)
        unread.check_rest(process)
        unread.check_command(lab, go)
        check(not fcntl.fcntl(out_end, fcntl.F_GETFL) & os.O_NONBLOCK, "others find it non-blocking")
        lines = (begun[0].decode() + take(out)).splitlines()
        names = [json.loads(line)["event"] for line in lines]
        equal(names.count("tap"), 401, "taps reported once the terminal is read")
        # The command is not there, which is a warning at the start.
        reported = [line for line in (begun[1].decode() + take(errors)).splitlines()
                if ": warning: " not in line]
        lost = [int(line.split()[0]) for line in reported if "messages lost" in line]
        whole = sum(line == f"bad: tap: cannot start /nowhere/{NAME}: No such file or directory"
                    for line in reported)
        equal(whole + len(lost), len(reported), "whole lines")
        check(whole >= 150, f"{whole} messages of 200 found room")
        equal(whole + sum(lost), 200, "messages reported or counted")
        # Once more unread: the end does not wait either.
        unread.tap_often(lab, many, 200)
        unread.check_end(process, 0.5)
    finally:
        process.kill()
        process.wait()
        for descriptor in (out, out_end, errors, errors_end):
            os.close(descriptor)
