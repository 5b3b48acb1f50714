"""Does what README and the manual say, as somebody would who has only just cloned the project.

    newcomer.py CLONE PROGRAM [PAGE...]

Runs the commands of each page in the clone, in their order, and compares what they print with what the
page shows: `console` blocks have it below the command, with `…` for what differs from run to run; of a
`sh` block each command has to succeed. A block after "`NAME`:" becomes the file of that name. Ends with
one line: N passed, N failed.
"""
import fcntl
import os
import pathlib
import pty
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import termios
import threading
import time

import manual_pages

# What a newcomer's machine has and this one may not. A row that fits no command any more is an error.
SKIPPED = [
    # page, how the command begins, why it is not run
    ("README.md", "make deb", "builds a package: CI builds and tries it with make deb13"),
    ("README.md", "sudo ", "root"),
    ("README.md", "gpiopress init | sudo ", "root"),
    ("README.md", "make test", "the tests are a step of CI by themselves"),
    ("README.md", "swift run gpiopress run panel.yaml$", "a GPIO chip"),
    ("docs/commands.md", "gpiopress demo panel.yaml", "a terminal with hands; PanelPlayTerminalTests has both"),
    ("docs/keyboard.md", "echo ", "root, and a kernel with uinput"),
    ("docs/keyboard.md", "sudo ", "root"),
    ("docs/keyboard.md", "grep ", "a panel with a keyboard that runs"),
    ("docs/lab.md", ".*make lab", "root, and a kernel of its own: a step of CI by itself"),
    ("docs/recording.md", "gpiopress ", "a GPIO chip and a finger, or a panel that runs"),
    ("docs/recording.md", "sigrok-cli ", "a logic analyser, or what it has captured"),
    ("docs/service.md", "gpiopress init | sudo ", "root"),
    ("docs/service.md", "gpiopress check /etc/", "a file that only root can have made"),
    ("docs/service.md", "sudo ", "root and systemd"),
    ("docs/service.md", "journalctl ", "systemd"),
    ("docs/service.md", "docker ", "Docker and a GPIO chip"),
]

# Pages that go on from another one: its files are made first.
CONTINUES = {"docs/commands.md": "README.md", "docs/rings.md": "README.md"}

# Pages whose commands begin beside the clone, not in it.
BESIDE = {"docs/test-your-panel.md"}

# Pages that talk to a panel that runs: it is started when its file is there.
RUNNING = {"docs/socket.md": "panel.yaml"}

# Commands that go on until somebody ends them: ended after a second, which is no failure.
ENDLESS = [
    ("docs/rings.md", "gpiopress ring panel.yaml halo test"),
    ("docs/socket.md", "gpiopress send panel.yaml events"),
]

LONGEST = 300


def is_skipped(page, command, used):
    for row in SKIPPED:
        if row[0] == page and re.match(row[1].replace("|", r"\|"), command):
            used.add(row)
            return True
    return False


def fits(expected, printed):
    """Whether the lines that were printed are the expected ones, `…` standing for anything."""
    if not expected:
        return not printed
    first, rest = expected[0], expected[1:]
    if first.strip() == "…":
        return any(fits(rest, printed[count:]) for count in range(len(printed) + 1))
    pattern = ".*".join(re.escape(part) for part in first.rstrip().split("…"))
    return bool(printed) and bool(re.fullmatch(pattern, printed[0].rstrip())) and fits(rest, printed[1:])


def shell(script, folder, environment):
    """Runs a script in a terminal, but for what it prints; gives its status, None for no end, and that."""
    master, slave = pty.openpty()
    termios.tcsetwinsize(slave, (24, 80))

    def own_terminal():
        os.setsid()
        fcntl.ioctl(slave, termios.TIOCSCTTY, 0)

    process = subprocess.Popen(
        ["bash", "-o", "pipefail", "-c", script], cwd=folder, env=environment, pass_fds=[slave],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        preexec_fn=own_terminal)
    os.close(slave)
    threading.Thread(target=drain, args=[master], daemon=True).start()
    try:
        output = process.communicate(timeout=LONGEST)[0].decode(errors="replace")
        return process.returncode, output
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return None, ""


def drain(master):
    """Reads what is drawn in the terminal, until nobody has it any more."""
    try:
        while os.read(master, 65536):
            pass
    except OSError:
        pass
    os.close(master)


class Newcomer:
    def __init__(self, clone, program, work):
        self.clone, self.work = pathlib.Path(clone).resolve(), pathlib.Path(work)
        self.passed, self.failed, self.used = 0, 0, set()
        tools = self.work / "bin"
        tools.mkdir()
        (tools / "gpiopress").symlink_to(program)
        # `swift run` would build everything once more: what it would run is there.
        built, swift = pathlib.Path(program).parent, shutil.which("swift")
        (tools / "swift").write_text(
            f'#!/bin/sh\nif [ "$1" = run ]; then name=$2; shift 2; exec "{built}/$name" "$@"; fi\n'
            # `make demo` builds the program and asks where it is.
            f'case "$*" in\n*--show-bin-path*) echo "{built}"; exit ;;\n'
            f'"build --product gpiopress") exit ;;\nesac\n'
            f'exec "{swift}" "$@"\n')
        (tools / "swift").chmod(0o755)
        (self.work / "home").mkdir()
        (self.work / "run").mkdir()
        self.environment = {
            "PATH": f"{tools}:{os.environ['PATH']}", "HOME": str(self.work / "home"),
            "LC_ALL": "C.UTF-8", "TERM": "xterm",
            # A program that counts its lines would leave a file in the clone.
            "LLVM_PROFILE_FILE": "/dev/null",
        }

    def fail(self, place, what):
        self.failed += 1
        print(f"{place}: {what}", file=sys.stderr)

    def text(self, text):
        """As the page has it, but for the folder that only root can write to."""
        return text.replace("/run/gpiopress/", f"{self.work}/run/").replace(", group: gpio", "")

    def play(self, page):
        folder = self.clone.parent if page.name in BESIDE else self.clone
        if page.name in CONTINUES:
            self.files(manual_pages.Page(self.clone, CONTINUES[page.name]), folder, True)
        running = None
        for fence in page.fences:
            if fence.file:
                self.write(folder / fence.file, fence)
                if RUNNING.get(page.name) == fence.file:
                    running = self.start(folder, fence.file)
            elif fence.language in ("sh", "console"):
                for command, expected in manual_pages.commands(fence):
                    folder = self.run(f"{page.name}:{fence.line}", page.name, command, expected, folder)
        if running:
            running.stdin.close()
            running.wait(10)
        # The next page finds the clone as it was.
        subprocess.run(["git", "reset", "-q", "--hard"], cwd=self.clone, check=True)
        subprocess.run(["git", "clean", "-fdq"], cwd=self.clone, check=True)

    def files(self, page, folder, runs):
        for fence in page.fences:
            if fence.file:
                self.write(folder / fence.file, fence)
            elif runs and fence.language == "console":
                for command, _ in manual_pages.commands(fence):
                    if re.match(r"printf .* > [\w.]+$", command, re.S):
                        subprocess.run(["bash", "-c", command], cwd=folder, check=True)

    def write(self, path, fence):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(self.text(fence.text()))

    def start(self, folder, panel):
        running = subprocess.Popen(
            ["gpiopress", "run", panel, "--simulate", "-"], cwd=folder, env=self.environment,
            stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        running.stdin.write(b"0 go 0\n")
        running.stdin.flush()
        for _ in range(100):
            if any((self.work / "run").iterdir()):
                break
            time.sleep(0.05)
        return running

    def run(self, place, page, command, expected, folder):
        """Runs a command and gives the folder in which it leaves the shell."""
        if is_skipped(page, command, self.used):
            return folder
        row = next((row for row in ENDLESS if page == row[0] and command.startswith(row[1])), None)
        limit = "timeout --foreground -s INT 1 " if row else ""
        self.used.add(row)
        last = self.work / "folder"
        script = f"{limit}{self.text(command)}\nstatus=$?\npwd >{last}\nexit $status"
        status, output = shell(script, folder, self.environment)
        if status is None:
            self.fail(place, f"$ {command}\ndid not end within {LONGEST} s")
            return folder
        printed = output.splitlines()
        while expected and not expected[-1].strip():
            expected.pop()
        # What a page shows may be the message of a failure.
        if expected is None and status != 0 and not row:
            self.fail(place, f"$ {command}\nended with {status}:\n" + "\n".join(printed[-20:]))
        elif expected is not None and not fits(expected, printed):
            self.fail(
                place, f"$ {command}\nshould print\n" + "\n".join(expected)
                + "\nbut printed\n" + "\n".join(printed[:60]))
        else:
            self.passed += 1
        return pathlib.Path(last.read_text().rstrip("\n"))


def main():
    clone, program, names = sys.argv[1], sys.argv[2], sys.argv[3:]
    with tempfile.TemporaryDirectory() as work:
        newcomer = Newcomer(clone, program, work)
        for page in manual_pages.all_pages(clone):
            if names and page.name not in names:
                continue
            started = time.monotonic()
            before = newcomer.passed, newcomer.failed
            newcomer.play(page)
            counts = newcomer.passed - before[0], newcomer.failed - before[1]
            if any(counts):
                print(f"{page.name}: {counts[0]} as shown, {counts[1]} not, "
                      f"{time.monotonic() - started:.0f} s", flush=True)
        if not names:
            for row in [*SKIPPED, *ENDLESS]:
                if row not in newcomer.used:
                    newcomer.fail("newcomer.py", f"no command fits the row {row}")
    print(f"{newcomer.passed} passed, {newcomer.failed} failed")
    sys.exit(1 if newcomer.failed else 0)


if __name__ == "__main__":
    main()
