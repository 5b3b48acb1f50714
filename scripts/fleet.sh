#!/usr/bin/env bash
# A hundred panels at one broker that is killed and comes back: every press that counts arrives, by its
# number. Prints what each panel takes of memory, and how often it wakes. PANELS=10 for fewer.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/packages.sh mosquitto mosquitto-clients libmosquitto1 python3
read -ra flags <<<"${SWIFT_FLAGS:-}"
"${SWIFT:-swift}" build "${flags[@]}" --product gpiopress
exec python3 scripts/fleet.py \
  "$("${SWIFT:-swift}" build "${flags[@]}" --show-bin-path)/gpiopress" "${PANELS:-100}"
