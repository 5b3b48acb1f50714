#!/usr/bin/env bash
# Builds the program as a package would ship it: the Swift library inside, made for size, stripped; with
# the boards beside it. Prints the folder, which can be copied to any machine of the same Debian.
#
#   scripts/release.sh            for this machine
#   scripts/release.sh --static   one file that needs no library at all, with the boards inside it
#   scripts/release.sh --arm64    for arm64, in the root of scripts/debian13.sh only
set -euo pipefail
cd "$(dirname "$0")/.."
swift=${SWIFT:-swift}
# In a root of its own the checkout has another path, which a build folder cannot take.
scratch=${GPIOPRESS_BUILD:-.build}/release-program
strip="strip"
# The C++ library that the Swift library needs: that of the GCC whose folder the linker finds, the newest.
gcc=$(find /usr/lib/gcc -mindepth 2 -maxdepth 2 -name '[0-9]*' -printf '%f\n' | sort -n | tail -n 1)
scripts/packages.sh pkg-config libgpiod-dev libyaml-dev binutils "libstdc++-${gcc:?there is no GCC}-dev" >&2
standard=$(find /usr/lib/gcc -path "*/$gcc/libstdc++.a" | head -n 1)
# Relocations packed and equal code folded: a twelfth of the program, and what the linker of the Swift
# toolchain can do but Debian's default linker cannot.
options=(--configuration release --static-swift-stdlib --product gpiopress --disable-local-rpath
  -Xswiftc -use-ld=lld -Xlinker --icf=safe)
packed=(-Xlinker -z -Xlinker pack-relative-relocs)
case ${1:-} in
  '') options+=("${packed[@]}") ;;
  --static)
    scratch=$scratch-static
    mkdir -p "$scratch"
    boards=$PWD/$scratch/boards.o
    scripts/embed-boards.sh "$boards"
    options+=(-Xswiftc -static-executable -Xswiftc -Osize -Xlinker "$boards")
    ;;
  --arm64)
    scratch=$scratch-arm64
    strip=aarch64-linux-gnu-strip
    options+=("${packed[@]}" --swift-sdks-path /sdks --swift-sdk debian13-arm64)
    # Else the descriptions of this architecture's libraries would be found.
    export PKG_CONFIG_PATH=/sysroot-arm64/usr/lib/aarch64-linux-gnu/pkgconfig
    export PKG_CONFIG_SYSROOT_DIR=/sysroot-arm64
    standard=$(find /sysroot-arm64/usr/lib/gcc -name libstdc++.a | head -n 1)
    ;;
  *)
    echo "release.sh: unknown argument $1; there are --static and --arm64" >&2
    exit 64
    ;;
esac
options+=(--scratch-path "$scratch")
# The little that the Swift library needs of C++, inside: the shared one takes a fifth of a megabyte of memory at
# rest (decision 0011). A folder with nothing else in it, as the linker prefers shared ones.
if [ "${1:-}" != --static ] && [ -f "$standard" ]; then
  mkdir -p "$scratch/static"
  cp "$standard" "$scratch/static/"
  options+=(-Xswiftc "-L$(realpath "$scratch/static")")
fi
"$swift" build "${options[@]}" >&2
build=$("$swift" build "${options[@]}" --show-bin-path)
out=$scratch/gpiopress
rm -rf "$out"
mkdir -p "$out/bin" "$out/share/gpiopress"
"$strip" -o "$out/bin/gpiopress" "$build/gpiopress"
if [ "${1:-}" = --static ]; then rm -r "$out/share"; else cp -r boards "$out/share/gpiopress/"; fi
echo "$out"
