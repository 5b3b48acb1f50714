"""Finds what the manual speaks of and what is not there: commands, options, targets, files, headings.

    mentions.py ROOT PROGRAM
"""
import pathlib
import re
import subprocess
import sys

from manual_pages import all_pages


def output(*words):
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout


# Files of others that the pages name.
ELSEWHERE = {"linux/input-event-codes.h"}


class Known:
    """What there is."""

    def __init__(self, root, program):
        self.root = pathlib.Path(root)
        text = output(program, "--help")
        self.commands = set(re.findall(r"^  ([a-z]+) ", text, re.M)) | {"help"}
        self.options = {
            name: set(re.findall(r"--[a-z-]+", output(program, name, "--help")))
            for name in self.commands - {"help"}
        }
        makefile = (self.root / "Makefile").read_text()
        self.targets = set(re.findall(r"^([a-z0-9-]+):", makefile, re.M))
        self.files = output("git", "-C", str(root), "ls-files").split()
        self.folders = {str(parent) for file in self.files for parent in pathlib.Path(file).parents}
        self.tops = {file.split("/")[0] for file in self.files if "/" in file}


def advised_commands(text, known):
    """Commands that a message of the program advises."""
    for name in re.findall(r"\b(?:see|run|try|use|with|by|then) gpiopress ([a-z]+)", text):
        if name not in known.commands:
            yield f"gpiopress has no command {name}"


def wrong_commands(text, known):
    """Commands, options and targets in a piece of code."""
    for match in re.finditer(r"(?<![\w./@-])gpiopress ([a-z]+)((?: [^|;&`]*)?)", text):
        name, rest = match.groups()
        if name not in known.commands:
            yield f"gpiopress has no command {name}"
            continue
        for option in re.findall(r"(?<!\S)(--[a-z-]+)", rest):
            if name != "help" and option not in known.options[name] | {"--help"}:
                yield f"gpiopress {name} has no option {option}"
    for match in re.finditer(r"(?<![\w-])make ((?:[A-Z_0-9]+=\S* )*)([a-z][a-z0-9-]*)", text):
        if match[2] not in known.targets:
            yield f"make has no target {match[2]}"


def wrong_files(span, page, known):
    """A file of this tree in a piece of inline code."""
    if span in ELSEWHERE or any(span == fence.file for fence in page.fences):
        return
    if re.search(r"[\s*{}<>$=:]|\.\.|^/|NAME|PANEL|…", span):
        return
    path = span.rstrip("/")
    if "/" in path and path.split("/")[0] in known.tops:
        if path not in known.files and path not in known.folders:
            yield f"{span} is not there"
    elif re.fullmatch(r"[\w+./-]+\.(swift|sh|py|[ch])", path):
        if not any(file == path or file.endswith("/" + path) for file in known.files):
            yield f"no file is called {span}"


def wrong_links(page, pages, known):
    """Links to files and headings."""
    for number, line in page.prose:
        targets = re.findall(r"\]\(([^)\s]+)\)", line) + re.findall(r'(?:src|href)="([^"]+)"', line)
        for target in targets:
            if re.match(r"[a-z]+:", target):
                continue
            name, _, anchor = target.partition("#")
            path = (page.path.parent / name).resolve() if name else page.path.resolve()
            if not path.exists():
                yield number, f"{target} leads nowhere"
                continue
            other = next((other for other in pages if other.path.resolve() == path), None)
            if anchor and other and anchor not in other.anchors():
                yield number, f"{target}: {other.name} has no such heading"


def findings(root, program):
    known, pages = Known(root, program), all_pages(root)
    for page in pages:
        for number, line in page.prose:
            for span in re.findall(r"`([^`]+)`", line):
                for what in [*wrong_commands(span, known), *wrong_files(span, page, known)]:
                    yield page.name, number, what
        for fence in page.fences:
            if fence.language in ("sh", "console", ""):
                for offset, line in enumerate(fence.lines, 1):
                    for what in wrong_commands(line, known):
                        yield page.name, fence.line + offset, what
        for number, what in wrong_links(page, pages, known):
            yield page.name, number, what
    # What messages advise has to be there, too.
    for file in known.files:
        if file.startswith(("Sources/", "packaging/")):
            text = (known.root / file).read_text(errors="replace")
            for number, line in enumerate(text.split("\n"), 1):
                if "//" not in line.split('"')[0]:
                    for what in advised_commands(line, known):
                        yield file, number, what


def main():
    count = 0
    for name, number, what in findings(sys.argv[1], sys.argv[2]):
        print(f"{name}:{number}: {what}", file=sys.stderr)
        count += 1
    sys.exit(1 if count else 0)


if __name__ == "__main__":
    main()
