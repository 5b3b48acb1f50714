#!/usr/bin/env bash
# Builds everything with Debian 13's own Swift and libgpiod 2, in a root of its own, without warnings, and
# runs all tests there.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$(scripts/debian13.sh build)/build
scripts/in-root.sh "$root" bash -c '
set -e
cd /src
swift --version 2>/dev/null | head -n 1
echo "libgpiod $(pkg-config --modversion libgpiod)"
flags=(-Xswiftc -warnings-as-errors -Xcc -Werror --scratch-path "$GPIOPRESS_BUILD/tests")
swift build "${flags[@]}" --build-tests
swift test "${flags[@]}" --skip-build'
