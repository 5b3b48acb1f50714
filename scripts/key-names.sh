#!/usr/bin/env bash
# Writes the table of the kernel's names of keys, with their numbers, from the header of Debian's
# package linux-libc-dev (or the one named as argument). To be run where a newer kernel has new keys;
# a test compares the table with the header that the machine has.
set -euo pipefail
cd "$(dirname "$0")/.."
header=${1:-/usr/include/linux/input-event-codes.h}
[ -n "${1:-}" ] || scripts/packages.sh linux-libc-dev
python3 - "$header" >Sources/PanelFiles/Keys/KeyNames+Table.swift <<'END'
import re
import sys

# Not keys: nothing, the first that old programs cared for, the highest number, and how many there are.
NO_KEYS = {"KEY_RESERVED", "KEY_MIN_INTERESTING", "KEY_MAX", "KEY_CNT"}
numbers = {}
with open(sys.argv[1]) as header:
    for line in header:
        found = re.match(r"#define\s+((?:KEY|BTN)_\w+)\s+(\w+)", line)
        if not found or found[1] in NO_KEYS:
            continue
        name, value = found.groups()
        # A second name of a key stands behind the first.
        numbers[name] = numbers[value] if value in numbers else int(value, 0)
lines = [""]
for name, number in numbers.items():
    word = f"{name} {number}"
    if len(lines[-1]) + len(word) > 96:
        lines.append("")
    lines[-1] += f"{' ' if lines[-1] else ''}{word}"
print("""extension KeyNames {
  /// Names and numbers as linux/input-event-codes.h has them; made by scripts/key-names.sh.
  ///
  /// One text, so that a start without keys makes nothing of it.
  static let table: StaticString = \"\"\"""")
for line in lines:
    print(f"    {line}")
print("""    \"\"\"
}""")
END
