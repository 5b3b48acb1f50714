#!/usr/bin/env bash
# How much memory `gpiopress run` has at rest, as ps shows it: a panel of two controls and a ring, whose
# chip nobody has, once its start is over.
#
#   scripts/resident.sh PROGRAM [MOST]   in MB; fails where that is more than MOST
set -euo pipefail
program=$1 most=${2:-}
work=$(mktemp -d)
trap 'kill "$pid" 2>/dev/null || true; rm -rf "$work"' EXIT
cat >"$work/panel.yaml" <<'PANEL'
board: raspberry-pi-5
controls:
  go: {kind: button, pin: {chip: nobody-has-this, line: 1}, tap: true, confirm: 1.2s, ring: halo}
  volume: {kind: knob, pins: {a: {chip: nobody-has-this, line: 2}, b: {chip: nobody-has-this, line: 3}}}
rings:
  halo: {driver: file, path: frames.jsonl, pixels: 24}
outputs: {stdout: true}
PANEL
(cd "$work" && exec "$program" run panel.yaml >/dev/null 2>errors) &
pid=$!
sleep 4
resident=$(awk '/^VmRSS:/ { printf "%.1f", $2 / 1000 }' "/proc/$pid/status") ||
  { cat "$work/errors" >&2; exit 1; }
echo "$resident MB"
if [ -n "$most" ] && awk -v is="$resident" -v most="$most" 'BEGIN { exit !(is > most) }'; then
  echo "resident.sh: $resident MB at rest are more than $most" >&2
  exit 1
fi
