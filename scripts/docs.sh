#!/usr/bin/env bash
# Draws the pictures of the manual (docs/pictures) with the program itself. A test compares them with
# what the program draws, so that they do not grow old: run this when the light of rings has changed.
set -euo pipefail
cd "$(dirname "$0")/.."
swift=${SWIFT:-swift}
read -ra flags <<<"${SWIFT_FLAGS:-}"
"$swift" build "${flags[@]}" --product gpiopress
program=$("$swift" build "${flags[@]}" --show-bin-path)/gpiopress
out=docs/pictures
mkdir -p "$out"

while read -r file panel ring picture; do
  read -ra words <<<"$picture"
  "$program" ring "$out/$panel.yaml" "$ring" "${words[@]}" --svg "$out/$file.svg"
done <"$out/list"
ls "$out"/*.svg
