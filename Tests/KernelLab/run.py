"""Runs the scenarios inside the lab's kernel, one after the other, and reports each one's result.

Each scenario is a file in scenarios/ with a function `scenario(lab)`; its first line of
documentation says what it shows. Results go to the file LAB_RESULTS too, one line each.
"""

import importlib.util
import os
import pathlib
import signal
import sys
import time
import traceback

from kit import Failure, Lab, Skip

HERE = pathlib.Path(__file__).resolve().parent
# By the lab's own clock.
LIMIT = 120


def load(path):
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def overdue(_number, _frame):
    raise Failure(f"not done within {LIMIT} s")


def run(path):
    """The scenario's result: a word and what to say about it."""
    directory = f"/run/lab/{path.stem}"
    os.makedirs(directory)
    os.chmod(directory, 0o755)
    environment = {"PATH": "/usr/bin:/bin", "HOME": directory, "TMPDIR": directory}
    if os.environ.get("LAB_LIBRARIES"):
        environment["LD_LIBRARY_PATH"] = os.environ["LAB_LIBRARIES"]
    lab = Lab(os.environ["LAB_GPIOPRESS"], directory, environment, os.environ["LAB_MODULES"])
    signal.alarm(LIMIT)
    try:
        load(path).scenario(lab)
        return "ok", ""
    except Skip as reason:
        return "skip", str(reason)
    except Failure as failure:
        place = traceback.extract_tb(failure.__traceback__)[1]
        return "FAIL", f"line {place.lineno}: {failure}"
    except Exception:
        return "FAIL", traceback.format_exc()
    finally:
        signal.alarm(0)
        lab.clean()


def main():
    signal.signal(signal.SIGALRM, overdue)
    variant = os.environ["LAB_VARIANT"]
    with open(os.environ["LAB_RESULTS"], "a") as results:
        for name in sys.argv[1:]:
            begin = time.monotonic()
            word, reason = run(HERE / "scenarios" / f"{name}.py")
            line = f"{word:4} {variant} {name} ({time.monotonic() - begin:.1f} s)"
            print(line + (f": {reason}" if reason else ""), flush=True)
            results.write(f"{word} {name}\n")
            results.flush()


main()
