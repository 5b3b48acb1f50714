#!/usr/bin/env bash
# Shows what the program announces to Home Assistant, for all panels, to Home Assistant's own schemas.
#
# They come from the package index, into a virtual environment outside the checkout that is kept for the
# next time (GPIOPRESS_CACHE names another cache folder). The version is the last for Python 3.11.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/packages.sh mosquitto mosquitto-clients libmosquitto1 python3 python3-venv

cache=${GPIOPRESS_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/gpiopress}
packages=(homeassistant==2024.3.3 paho-mqtt==1.6.1)
python=$(python3 -c 'import sys; print("%d.%d" % sys.version_info[:2])')
if [ "$python" != 3.11 ]; then
  echo "home-assistant.sh: ${packages[0]} needs Python 3.11, and this is $python" >&2
  exit 1
fi
environment=$cache/home-assistant-$(printf '%s\n' "$python" "${packages[@]}" | sha256sum | cut -c1-16)
mkdir -p "$cache"
exec 9>"$cache/home-assistant.lock"
flock 9
if [ ! -e "$environment/complete" ]; then
  echo "installing ${packages[*]} into $environment"
  rm -rf "$environment"
  python3 -m venv "$environment"
  "$environment/bin/pip" install --quiet --disable-pip-version-check "${packages[@]}"
  touch "$environment/complete"
fi
flock -u 9

# shellcheck disable=SC2086
"${SWIFT:-swift}" build ${SWIFT_FLAGS:-} --product gpiopress
# shellcheck disable=SC2086
program=$("${SWIFT:-swift}" build ${SWIFT_FLAGS:-} --show-bin-path)/gpiopress
"$environment/bin/python" scripts/home_assistant.py "$program" panels/*.yaml
