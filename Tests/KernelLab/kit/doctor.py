"""`gpiopress doctor` as scenarios use it: its checks, and a hand that does what it asks for."""

import json

from . import Failure, check, equal, whole


def checks(lab, panel, *arguments, user=None, name="panel.yaml"):
    """The exit status, and the checks by name, of `doctor --json` on this panel's text."""
    path = lab.write(name, whole(panel))
    program = lab.program("doctor", path, "--json", "--no-press", *arguments, user=user)
    status, _ = program.end(None, timeout=30)
    equal(program.stderr, "", "standard error")
    equal(len(program.lines), 1, f"lines of JSON ({program.report()})")
    found = json.loads(program.lines[0])
    equal(found["healthy"], status == 0, "healthy")
    return status, {each["name"]: each for each in found["checks"]}


def expect(found, name, verdict, *words):
    """The check of this name has this verdict, and its texts hold these words."""
    if name not in found:
        raise Failure(f"no check {name}: {sorted(found)}")
    text = f"{found[name]['evidence']}; {found[name].get('hint', '')}"
    equal(found[name]["verdict"], verdict, f"verdict of {name} ({text})")
    for word in words:
        check(word in text, f"{name}: '{word}' is missing: {text}")
    return text


class Session:
    """A doctor that asks; a scenario answers each prompt by a function."""

    def __init__(self, lab, panel, lines):
        path = lab.write("panel.yaml", whole(panel))
        self.program = lab.program("doctor", path, "--press")
        self._from = 0
        self.wait("hands off")
        for line in lines:
            self.program.until(line.user, f"the request of line {line.offset}")

    def wait(self, text):
        """Waits for the next prompt that holds `text`."""
        def prompt():
            for index in range(self._from, len(self.program.lines)):
                if self.program.lines[index].startswith("> ") and text in self.program.lines[index]:
                    self._from = index + 1
                    return True
            if self.program.process.poll() is not None:
                raise Failure(f"it ended before it asked: {text}\n{self.program.report()}")
            return False

        self.program.until(prompt, f"prompt '{text}'", timeout=40)

    def end(self):
        """The exit status, and what it said of each check: verdict and texts, by name."""
        status, _ = self.program.end(None, timeout=40)
        found = {}
        for line in self.program.lines:
            words = line.split(None, 1)
            if line.startswith(" ") and found and "hint: " in line:
                found[name]["hint"] = line.split("hint: ", 1)[1]
            elif words and words[0] in ("ok", "warning", "error", "skipped") and len(words) > 1:
                # At least two spaces stand between the name and what was seen.
                name, _, evidence = words[1].partition("  ")
                found[name] = {"verdict": words[0], "evidence": evidence.strip()}
        return status, found
