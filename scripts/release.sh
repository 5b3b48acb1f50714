#!/usr/bin/env bash
# Builds the program as a package would ship it: the Swift library inside, made for size, stripped; with
# the boards beside it. Prints the folder, which can be copied to any machine of the same Debian.
set -euo pipefail
cd "$(dirname "$0")/.."
swift=${SWIFT:-swift}
scripts/packages.sh pkg-config libgpiod-dev libyaml-dev binutils >&2
scratch=.build/release-program
# Relocations packed and equal code folded: a twelfth of the program, and what the linker of the Swift
# toolchain can do but Debian's default linker cannot.
options=(--configuration release --scratch-path "$scratch" --static-swift-stdlib --product gpiopress
  -Xswiftc -use-ld=lld
  -Xlinker -z -Xlinker pack-relative-relocs -Xlinker --icf=safe)
"$swift" build "${options[@]}" >&2
build=$("$swift" build "${options[@]}" --show-bin-path)
out=$scratch/gpiopress
rm -rf "$out"
mkdir -p "$out/bin" "$out/share/gpiopress"
strip -o "$out/bin/gpiopress" "$build/gpiopress"
cp -r boards "$out/share/gpiopress/"
echo "$out"
