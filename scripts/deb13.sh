#!/usr/bin/env bash
# Makes the packages for Debian 13, amd64 and arm64, with Debian 13's own compiler, and prints their paths.
# With `--made ARCHITECTURE` it makes nothing, and prints the newest that there is.
set -euo pipefail
cd "$(dirname "$0")/.."
if [ "${1:-}" = --made ]; then
  find .build/debian13/packages -name "*_$2.deb" -printf '%T@ %p\n' 2>/dev/null | sort -n | tail -n 1 |
    cut -d ' ' -f 2
  exit
fi
root=$(scripts/debian13.sh build)/build
scripts/in-root.sh "$root" bash -c 'cd /src && scripts/deb.sh && scripts/deb.sh --arm64'
