"""Nobody reads the events: the panel works on, and commands run."""

import subprocess

from kit import unread


def scenario(lab):
    many, go, bad = lab.line(17), lab.line(22), lab.line(23)
    process = unread.start(
        lab, (many, go, bad), "name", stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        # Three events of a hundred bytes a press; a pipe holds 64 KiB.
        unread.tap_often(lab, many, 400)
        unread.check_rest(process)
        unread.check_command(lab, go)
        unread.check_end(process, 0.5)
    finally:
        process.kill()
        process.wait()
