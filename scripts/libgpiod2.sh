#!/usr/bin/env bash
# Fetches libgpiod 2.x beside the system's own libgpiod 1.6 and prints the folder that holds it, so
# that both builds can be made on one Debian 12 machine:
#
#   root=$(scripts/libgpiod2.sh)
#   PKG_CONFIG_PATH=$root/pkgconfig swift build --scratch-path .build/v2
#   LD_LIBRARY_PATH=$root/lib .build/v2/debug/gpiopress --version
#
# The packages come from the mirror that this machine's apt already uses, from the suite `stable`
# (GPIOPRESS_LIBGPIOD2_SUITE names another); apt's own lists and sources are not touched. The result
# is cached outside the checkout: GPIOPRESS_CACHE names another cache folder.
set -euo pipefail

suite=${GPIOPRESS_LIBGPIOD2_SUITE:-stable}
cache=${GPIOPRESS_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/gpiopress}
out=$cache/libgpiod2
recipe=$( (echo "$suite"; cat "$0") | sha256sum | cut -c 1-16)

# SwiftPM gives the linker every description's -L in an order of its own, and the system's folder holds
# the other libgpiod: so the package's other libraries are described without it.
describe_others() {
  local name folder
  for name in $(grep -o 'pkgConfig: "[^"]*"' "$(dirname "$0")/../Package.swift" | cut -d '"' -f 2); do
    folder=$(pkg-config --variable=pcfiledir "$name" 2>/dev/null) || continue
    if [ "$name" != libgpiod ]; then
      sed 's/-L[^ ]*//g' "$folder/$name.pc" >"$out/pkgconfig/$name.pc"
    fi
  done
}

if [ -f "$out/recipe" ] && [ "$(cat "$out/recipe")" = "$recipe" ]; then
  describe_others
  echo "$out"
  exit 0
fi

# The first archive that has this machine's own release in `main` is a full mirror; security archives
# and local ones have neither.
mirror=$(apt-get indextargets --format '$(CODENAME) $(COMPONENT) $(SITE)' 'Created-By: Packages' |
  awk '$2 == "main" && $1 !~ /security|updates|backports/ { print $3; exit }')
if [ -z "$mirror" ]; then
  echo "libgpiod2.sh: apt knows no archive with the component main; run apt-get update" >&2
  exit 1
fi

work=$(mktemp -d "${TMPDIR:-/tmp}/gpiopress-libgpiod2.XXXXXX")
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/etc/preferences.d" "$work/etc/sources.list.d" "$work/state/lists/partial" \
  "$work/cache/archives/partial" "$work/packages"
keys=/usr/share/keyrings/debian-archive-keyring.gpg
echo "deb [signed-by=$keys] $mirror $suite main" >"$work/etc/sources.list"
options=(-q -o Dir::Etc="$work/etc" -o Dir::Etc::Parts=/etc/apt/apt.conf.d
  -o Dir::State="$work/state" -o Dir::State::status=/dev/null -o Dir::Cache="$work/cache"
  -o APT::Sandbox::User=root -o Acquire::Languages=none)
if ! { apt-get "${options[@]}" update &&
  (cd "$work/packages" && apt-get "${options[@]}" download libgpiod3 libgpiod-dev); } \
  >"$work/log" 2>&1; then
  tail -n 20 "$work/log" >&2
  echo "libgpiod2.sh: the packages libgpiod3 and libgpiod-dev of $suite did not come; see above" >&2
  exit 1
fi

mkdir -p "$cache"
partial=$out.partial
rm -rf "$partial"
mkdir -p "$partial"
for package in "$work"/packages/*.deb; do
  dpkg-deb -x "$package" "$partial"
done
libraries=$(dirname "$(find "$partial/usr/lib" -name libgpiod.so | head -n 1)")
ln -s "${libraries#"$partial"/}" "$partial/lib"
# A description with the folder's own paths: the package's names /usr, which would find the system's
# header first.
version=$(sed -n 's/^Version: *//p' "$libraries/pkgconfig/libgpiod.pc")
mkdir "$partial/pkgconfig"
cat >"$partial/pkgconfig/libgpiod.pc" <<DESCRIPTION
Name: libgpiod
Description: Library for the GPIO character device
Version: $version
Libs: -L$out/lib -lgpiod
Cflags: -I$out/usr/include
DESCRIPTION
echo "$recipe" >"$partial/recipe"
rm -rf "$out"
mv "$partial" "$out"
describe_others
echo "$out"
