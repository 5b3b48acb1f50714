#!/usr/bin/env bash
# Fetches the programs that `make bench` compares with, and prints the folder that holds them:
#
#   gpiozero/ and mqtt-io/   virtual environments, from the Python package index
#   triggerhappy/            Debian's package, unpacked: installed it would listen to this machine's keys
#   versions                 what is in them, one a line
#
# The result is cached outside the checkout: GPIOPRESS_CACHE names another cache folder. Where mqtt-io
# cannot be installed, mqtt-io/reason says why, and the others are compared without it.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
"$here/packages.sh" python3 python3-venv libsystemd0 libgpiod-dev >&2

cache=${GPIOPRESS_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/gpiopress}
# mqtt-io is written for the first library of the name gpiod, a binding of the system's libgpiod 1.6.
gpiozero=(gpiozero==2.0.1.post3 lgpio==0.2.2.0)
mqtt_io=(mqtt-io==2.7.0 gpiod==1.5.4)
triggerhappy=$(apt-cache policy triggerhappy | awk '/Candidate:/ { print $2 }')
python=$(python3 -c 'import sys; print("%d.%d.%d" % sys.version_info[:3])')
out=$cache/peers-$( (echo "$python" "$triggerhappy"; cat "$0") | sha256sum | cut -c 1-16)
mkdir -p "$cache"
exec 9>"$cache/peers.lock"
flock 9
if [ -e "$out/versions" ]; then
  echo "$out"
  exit 0
fi

environment() {
  python3 -m venv "$out/$1"
  "$out/$1/bin/pip" install --quiet --disable-pip-version-check "${@:2}" >&2
}

rm -rf "$out"
mkdir -p "$out"
echo "installing ${gpiozero[*]} ${mqtt_io[*]} triggerhappy $triggerhappy into $out" >&2
environment gpiozero "${gpiozero[@]}"
if environment mqtt-io "${mqtt_io[@]}" 2>"$out/log"; then
  mqtt_version="${mqtt_io[*]}"
else
  grep -v '^$' "$out/log" | tail -n 1 >"$out/mqtt-io/reason"
  mqtt_version="${mqtt_io[0]}, which does not install: $(cat "$out/mqtt-io/reason")"
fi
(cd "$out" && apt-get -q -o APT::Sandbox::User=root download triggerhappy >&2 &&
  dpkg-deb -x triggerhappy_*.deb triggerhappy && rm triggerhappy_*.deb)
printf '%s\n' "${gpiozero[*]//==/ } (Python $python)" "triggerhappy $triggerhappy on gpio-keys" \
  "${mqtt_version//==/ }" >"$out/versions"
echo "$out"
