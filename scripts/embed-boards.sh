#!/usr/bin/env bash
# Makes an object file that holds the board profiles, for a program that has no files beside it:
#
#   scripts/embed-boards.sh OUT.o
#
# Linked to the program it is found by itself. Each file is its name, its length in bytes, each with a line
# feed, and its bytes (Sources/PanelFiles/Boards/EmbeddedBoards.swift reads them).
set -euo pipefail
cd "$(dirname "$0")/.."
out=$1
scripts/packages.sh binutils >&2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for board in boards/*.yaml; do
  printf '%s\n%s\n' "$(basename "$board")" "$(stat -c %s "$board")"
  cat "$board"
done >"$work/pl_boards"
# The symbols are called by the file's name.
(cd "$work" && ld -r -b binary -z noexecstack -o boards.o pl_boards)
objcopy --rename-section .data=.rodata,alloc,load,readonly,data,contents "$work/boards.o" "$out"
