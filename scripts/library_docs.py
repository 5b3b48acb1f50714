"""Checks of the libraries' reference that need no DocC.

    library_docs.py --symbols FILE.symbols.json...   every public symbol has documentation
    library_docs.py --code FOLDER ARTICLE.md...      writes the articles' Swift code to files, to be compiled
"""
import json
import pathlib
import sys

import manual_pages


def undocumented(path):
    """The symbols of a graph without a comment; those that the compiler made have none to write."""
    for symbol in json.loads(pathlib.Path(path).read_text())["symbols"]:
        if "docComment" in symbol or "::SYNTHESIZED::" in symbol["identifier"]["precise"]:
            continue
        # What a protocol asks for is documented there.
        if "location" not in symbol:
            continue
        place = symbol["location"]
        file = place["uri"].rsplit("/Sources/", 1)[-1]
        yield f"Sources/{file}:{place['position']['line'] + 1}: {'.'.join(symbol['pathComponents'])}"


def check_symbols(paths):
    found = sorted({line for path in paths for line in undocumented(path)})
    for line in found:
        print(f"{line} has no documentation", file=sys.stderr)
    return 1 if found else 0


def write_code(folder, articles):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for article in map(pathlib.Path, articles):
        page = manual_pages.Page(".", str(article))
        code = [fence.text() for fence in page.fences if fence.language == "swift"]
        for number, text in enumerate(code, 1):
            # An article of a module takes that for granted; the engine's folder has no import in it at all.
            module = article.parent.stem
            if f"import {module}\n" not in text:
                text = f"import {module}\n\n{text}"
            (folder / f"{module}-{article.stem}-{number}.swift").write_text(text)
    return 0


if sys.argv[1] == "--symbols":
    sys.exit(check_symbols(sys.argv[2:]))
sys.exit(write_code(sys.argv[2], sys.argv[3:]))
