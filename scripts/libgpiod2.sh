#!/usr/bin/env bash
# Fetches libgpiod 2.x beside the system's own libgpiod 1.6 and prints the folder that holds it, so
# that both builds can be made on one Debian 12 machine:
#
#   root=$(scripts/libgpiod2.sh)
#   PKG_CONFIG_PATH=$root/pkgconfig swift build --scratch-path .build/v2
#   LD_LIBRARY_PATH=$root/lib .build/v2/debug/gpiopress --version
#
# The packages come from the suite `stable` (GPIOPRESS_LIBGPIOD2_SUITE names another). The result is
# cached outside the checkout: GPIOPRESS_CACHE names another cache folder.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
suite=${GPIOPRESS_LIBGPIOD2_SUITE:-stable}
cache=${GPIOPRESS_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/gpiopress}
out=$cache/libgpiod2-$( (echo "$suite"; cat "$0") | sha256sum | cut -c 1-16)

# SwiftPM gives the linker every description's -L in an order of its own, and the system's folder holds
# the other libgpiod: so the package's other libraries are described without it.
describe_others() {
  local name folder
  for name in $(grep -o 'pkgConfig: "[^"]*"' "$here/../Package.swift" | cut -d '"' -f 2); do
    folder=$(pkg-config --variable=pcfiledir "$name" 2>/dev/null) || continue
    if [ "$name" != libgpiod ]; then
      sed 's/-L[^ ]*//g' "$folder/$name.pc" >"$out/pkgconfig/$name.pc"
    fi
  done
}

if [ -d "$out" ]; then
  describe_others
  echo "$out"
  exit 0
fi

work=$(mktemp -d "${TMPDIR:-/tmp}/gpiopress-libgpiod2.XXXXXX")
trap 'rm -rf "$work"' EXIT
(cd "$work" &&
  "$here/mirror.sh" --download "$(dpkg --print-architecture)" "$suite" libgpiod3 libgpiod-dev)
mkdir -p "$cache"
partial=$out.partial
rm -rf "$partial"
mkdir -p "$partial"
for package in "$work"/*.deb; do
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
mv "$partial" "$out"
describe_others
echo "$out"
