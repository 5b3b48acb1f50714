"""Puts standard input into a page, between its markers: write_block.py PAGE NAME <text"""

import re
import sys

path, name = sys.argv[1:3]
text = sys.stdin.read().strip("\n")
with open(path) as file:
    page = file.read()
block = f"<!-- {name} -->\n{text}\n<!-- /{name} -->"
page, count = re.subn(f"<!-- {name} -->.*?<!-- /{name} -->", lambda _: block, page, flags=re.S)
if count != 1 or not text:
    sys.exit(f"write_block.py: {path}: {count} blocks {name}, and {len(text)} letters to write")
with open(path, "w") as file:
    file.write(page)
