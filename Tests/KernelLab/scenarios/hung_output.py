"""Output and errors to a device whose writes hang, as a file on a dead disk: the panel works on."""

import os
import subprocess
import time
import tty

from kit import check, equal

PANEL = """
    board: auto
    controls:
      many: {kind: button, pin: GPIO17, debounce: 0ms, tap: {fire: press}, edges: true}
      go:
        kind: button
        pin: GPIO22
        tap: true
        do:
          tap: {run: [/usr/bin/touch, done]}
      bad:
        kind: button
        pin: GPIO23
        tap: true
        do:
          tap: {run: [/nowhere/%s]}
    outputs: {stdout: true}
"""


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
    process = subprocess.Popen(
        [lab.gpiopress, "run", lab.write("panel.yaml", PANEL % ("n" * 400))], env=lab.environment,
        cwd=lab.directory, stdin=subprocess.DEVNULL, stdout=out, stderr=errors,
        start_new_session=True,
    )
    try:
        for _ in range(500):
            if many.user() and go.user() and bad.user():
                break
            time.sleep(0.02)
        time.sleep(0.2)
        for _ in range(300):
            lab.tap(many, 0.01)
            time.sleep(0.01)
        for _ in range(200):
            lab.tap(bad, 0.04)
            time.sleep(0.04)
        lab.tap(go)
        for _ in range(300):
            if os.path.exists(lab.path("done")):
                break
            time.sleep(0.02)
        check(os.path.exists(lab.path("done")), "the command did not run")
        begin = time.monotonic()
        process.terminate()
        equal(process.wait(5), 0, "exit status")
        took = time.monotonic() - begin
        check(took < 1, f"the end took {took:.2f} s")
        found = taps(out_end)
        check(20 < found < 300, f"the terminal took {found} taps: nothing hung")
    finally:
        process.kill()
        process.wait()
        for descriptor in (out, out_end, errors, errors_end):
            os.close(descriptor)
