"""Completes command lines in real shells, with the completions that were installed below a folder.

    shells.py PREFIX/share

bash and zsh run on a terminal of their own: what is typed, a tab among it, is completed as for a user, and
a program in gpiopress's place prints the words that it then gets. fish can say by itself what it offers.
The program is found by PATH.
"""

import os
import pty
import select
import subprocess
import sys
import tempfile
import time

# What is typed, with \t for a tab, and the words that come of it.
TYPED = [
    ("rep\tpa\tin\t", ["replay", "panel.yaml", "input.trace"]),
    ("che\tpan\t--wi\tout.svg", ["check", "panel.yaml", "--wiring", "out.svg"]),
    ("run --form\tte\tpan\t", ["run", "--format", "text", "panel.yaml"]),
    ("boards det\t", ["boards", "detect"]),
    ("init banana\t", ["init", "banana-pi-m5"]),
    ("ring panel.yaml halo succ\t", ["ring", "panel.yaml", "halo", "success"]),
    ("help repl\t", ["help", "replay"]),
    ("manual ba\t", ["manual", "bash"]),
]
# The beginning of a line for fish, and the whole list that it offers.
OFFERED = [
    ("rep", ["replay"]),
    ("run --form", ["--format"]),
    ("run --format ", ["json", "text"]),
    ("run pan", ["panel.yaml"]),
    ("run panel.yaml ", []),
    ("replay --frames 5 panel.yaml inp", ["input.trace"]),
    ("boards det", ["detect"]),
    ("check --board banana", ["banana-pi-m5"]),
    ("ring panel.yaml halo succ", ["success"]),
    ("help repl", ["replay"]),
    ("manual ba", ["bash"]),
]
SECONDS = 20


class Terminal:
    """A shell on a terminal."""

    def __init__(self, arguments, environment, folder):
        self.pid, self.descriptor = pty.fork()
        if self.pid == 0:
            os.chdir(folder)
            os.execvpe(arguments[0], arguments, environment)
        self.seen = ""

    def wait(self, text):
        """Waits until `text` was printed, and forgets all up to it."""
        end = time.monotonic() + SECONDS
        while text not in self.seen:
            left = end - time.monotonic()
            if left <= 0 or not select.select([self.descriptor], [], [], left)[0]:
                sys.exit(f"shells.py: no {text!r} within {SECONDS} s; so far: {self.seen!r}")
            self.seen += os.read(self.descriptor, 4096).decode(errors="replace")
        before, self.seen = self.seen.split(text, 1)
        return before

    def type(self, text):
        os.write(self.descriptor, text.encode())

    def close(self):
        os.close(self.descriptor)
        os.waitpid(self.pid, 0)


# Prints the words that the program would have got; completion itself calls the program by `command`.
STAND_IN = "gpiopress() { printf '<%s>' \"$@\"; echo ' END-OF-\"WORDS'; }"


def check_terminal(name, arguments, begin, share, folder):
    environment = dict(os.environ, TERM="dumb", PS1="$ ", HOME=folder)
    shell = Terminal(arguments, environment, folder)
    for line in begin + [STAND_IN]:
        shell.type(line + "\n")
    # Written apart, so that the echo of what is typed is not taken for it.
    shell.type("echo READ''Y\n")
    shell.wait("READY")
    for typed, expected in TYPED:
        shell.type("gpiopress " + typed + "\n")
        said = shell.wait(' END-OF-"WORDS')
        words = said[said.rindex("<" + expected[0] + ">"):] if f"<{expected[0]}>" in said else said
        # zsh writes `--option=value`, which is the same to the program.
        words = words.replace("=", "><")
        if words != "".join(f"<{word}>" for word in expected):
            sys.exit(f"shells.py: {name}: {typed!r} became {words!r}, not {expected}")
    shell.close()
    print(f"{name}: {len(TYPED)} command lines completed")


def check_fish(share, folder):
    file = f"{share}/fish/vendor_completions.d/gpiopress.fish"
    for begin, expected in OFFERED:
        run = subprocess.run(
            ["fish", "--no-config", "-c", f"source {file}; complete -C 'gpiopress {begin}'"],
            cwd=folder, capture_output=True, text=True, env=dict(os.environ, HOME=folder))
        offered = sorted(line.split("\t")[0] for line in run.stdout.splitlines())
        if run.stderr or offered != sorted(expected):
            sys.exit(f"shells.py: fish: {begin!r} offers {offered}, not {expected} {run.stderr}")
    print(f"fish: {len(OFFERED)} beginnings completed")


def main():
    share = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        for name in ("panel.yaml", "input.trace"):
            open(f"{folder}/{name}", "w").close()
        check_terminal(
            "bash", ["bash", "--norc", "--noprofile", "-i"],
            [f"source {share}/bash-completion/completions/gpiopress"], share, folder)
        check_terminal(
            "zsh", ["zsh", "-f", "-i"],
            [f"fpath=({share}/zsh/site-functions $fpath)", "autoload -U compinit", "compinit -u -D"],
            share, folder)
        check_fish(share, folder)


main()
