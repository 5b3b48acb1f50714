"""The pages of the manual as the checks of it see them: their code, their links, their text."""
import pathlib
import re


class Fence:
    """A block of code: its language, its lines, where it stands, and the file that it shows, if any."""

    def __init__(self, page, line, language, lines, file):
        self.page, self.line, self.language, self.lines, self.file = page, line, language, lines, file

    def text(self):
        return "".join(f"{line}\n" for line in self.lines)


class Page:
    """A page, read once."""

    def __init__(self, root, name):
        self.name = name
        self.path = pathlib.Path(root) / name
        self.fences = []
        # The lines outside of code, with their numbers.
        self.prose = []
        self._read(self.path.read_text().split("\n"))

    def _read(self, lines):
        fence, begin = None, 0
        for number, line in enumerate(lines, 1):
            mark = re.match(r"( *)```(.*)$", line)
            if fence is None and mark:
                indent = len(mark[1])
                fence = Fence(self.name, number, mark[2].strip(), [], self._file_named(begin))
            elif fence is not None and mark:
                self.fences.append(fence)
                fence, begin = None, len(self.prose)
            elif fence is not None:
                fence.lines.append(line[indent:] if not line[:indent].strip() else line)
            else:
                self.prose.append((number, line))

    def _file_named(self, begin):
        """`NAME`: at the end of the text before a block says which file the block shows."""
        for _, line in reversed(self.prose[begin:]):
            if line.strip():
                found = re.search(r"`([\w./-]+\.\w+)`:(?: *\(.*\))?$", line.strip())
                return found[1] if found else None
        return None

    def anchors(self):
        """The names by which a link may reach a heading, as GitHub makes them."""
        seen, names = {}, set()
        for _, line in self.prose:
            if heading := re.match(r"#+ (.*)$", line):
                text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading[1]).replace("`", "").lower()
                name = re.sub(r"[^\w\- ]", "", text).strip().replace(" ", "-")
                count = seen.get(name, 0)
                seen[name] = count + 1
                names.add(f"{name}-{count}" if count else name)
        return names


def all_pages(root):
    """README and the manual, first things first."""
    root = pathlib.Path(root)
    names = ["README.md"] + sorted(str(path.relative_to(root)) for path in root.glob("docs/*.md"))
    return [Page(root, name) for name in names]


def commands(fence):
    """The commands of a block with what each prints as the page has it; None where it shows nothing.

    In a `console` block a command begins with `$ `, and what follows is what it prints. In a `sh` block
    each command is a line, or several where one ends in a backslash, a pipe or an open quote.
    """
    found = []
    if fence.language == "console":
        for line in fence.lines:
            if line.startswith("$ "):
                found.append((line[2:], []))
            elif found:
                found[-1][1].append(line)
        return found
    text = ""
    for line in fence.lines:
        text = f"{text}\n{line}" if text else line
        bare = re.sub(r"\s+#.*$", "", line).rstrip()
        if bare.endswith(("\\", "|", "&&")) or text.count("'") % 2 or "<<" in text and not ends(text):
            continue
        if text.strip() and not text.lstrip().startswith("#"):
            found.append((text, None))
        text = ""
    return found


def ends(text):
    """Whether a here-document of `text` has come to its end."""
    word = re.search(r"<<-?\s*'?(\w+)'?", text)
    return word is None or text.rstrip().split("\n")[-1] == word[1]
