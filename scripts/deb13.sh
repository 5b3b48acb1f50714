#!/usr/bin/env bash
# Makes the packages for Debian 13, amd64 and arm64, with Debian 13's own compiler, and prints their paths.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$(scripts/debian13.sh build)/build
scripts/in-root.sh "$root" bash -c 'cd /src && scripts/deb.sh && scripts/deb.sh --arm64'
