#!/usr/bin/env bash
# The tests once more, built against libgpiod 2 in a scratch folder of their own, on a machine whose own
# libgpiod is 1.6. Its compiler cache must not meet the other header, hence the folder.
set -euo pipefail
cd "$(dirname "$0")/.."
read -ra flags <<<"${SWIFT_FLAGS:-}"
version=$(pkg-config --modversion libgpiod)
if [ "${version%%.*}" != 1 ]; then
  echo "this machine's own libgpiod is $version: make test has tested it"
  exit 0
fi
second=$(scripts/libgpiod2.sh)
export PKG_CONFIG_PATH=$second/pkgconfig LD_LIBRARY_PATH=$second/lib
"${SWIFT:-swift}" test "${flags[@]}" --scratch-path .build/libgpiod2
