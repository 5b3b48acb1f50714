"""Output and errors to a device whose writes hang, as a file on a dead disk: the panel works on."""

import os
import time
import tty

from kit import check, unread


def taps(end):
    """How many taps a terminal has taken."""
    os.set_blocking(end, False)
    text = b""
    for _ in range(100):
        try:
            text += os.read(end, 65536)
        except BlockingIOError:
            time.sleep(0.01)
        except OSError:
            break
    return text.count(b'"tap"')


def scenario(lab):
    many, go, bad = lab.line(17), lab.line(22), lab.line(23)
    # The inner ends of terminals: they cannot be opened once more, and wait when nobody reads outside.
    out, out_end = os.openpty()
    errors, errors_end = os.openpty()
    for end in (out_end, errors_end):
        tty.setraw(end)
    process = unread.start(lab, (many, go, bad), "n" * 400, stdout=out, stderr=errors)
    try:
        unread.tap_often(lab, many, 300)
        unread.tap_often(lab, bad, 200, 0.04)
        unread.check_command(lab, go)
        unread.check_end(process, 1)
        found = taps(out_end)
        check(20 < found < 300, f"the terminal took {found} taps: nothing hung")
    finally:
        process.kill()
        process.wait()
        for descriptor in (out, out_end, errors, errors_end):
            os.close(descriptor)
