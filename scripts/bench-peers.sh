#!/usr/bin/env bash
# Measures the program beside others that do its job, in one run of the kernel lab, and prints the tables;
# with --write they go into docs/benchmarks.md, too. It takes about half an hour.
#
#   scripts/bench-peers.sh [--write] [DIR]   DIR: where a built gpiopress is, else it is built
set -euo pipefail
cd "$(dirname "$0")/.."
write=
if [ "${1:-}" = --write ]; then
  write=yes
  shift
fi
if [ "$(id -u)" -ne 0 ] || [ "$(uname -m)" != x86_64 ]; then
  echo "the comparison is left out: it needs root on x86-64"
  exit
fi
program=${1:-$PWD/$(scripts/release.sh)/bin}
tables=$(mktemp)
trap 'rm -f "$tables"' EXIT
scripts/lab.sh --peers "$program" | tee "$tables"
# What it has installed is said before.
[ -z "$write" ] || sed -n '/^Measured on/,$p' "$tables" | python3 scripts/write_block.py docs/benchmarks.md benchmarks
