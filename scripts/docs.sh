#!/usr/bin/env bash
# Draws the pictures of the manual (docs/pictures) with the program itself: rings by docs/pictures/list,
# the wiring of every panel in panels/ and docs/recipes/, and a plot. A test compares them with what the program draws, so
# that they do not grow old: run this when pictures look different.
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
mkdir -p "$out/wiring" "$out/recipes"
for panel in panels/*.yaml; do
  # The panel that says auto is drawn for one board.
  "$program" check "$panel" --board raspberry-pi-5 --wiring "$out/wiring/$(basename "$panel" .yaml).svg" \
    >/dev/null
done
for panel in docs/recipes/*.yaml; do
  "$program" check "$panel" --wiring "$out/recipes/$(basename "$panel" .yaml).svg" >/dev/null 2>&1
done
"$program" replay "$out/ring.yaml" "$out/plot.trace" --explain --plot "$out/plot.svg" >/dev/null
ls "$out"/*.svg "$out"/wiring/*.svg "$out"/recipes/*.svg
