#!/usr/bin/env bash
# Compiles the engine as Embedded Swift for two microcontrollers and for WebAssembly, and prints what
# it takes: code, constants and variables in bytes, and the functions that it expects of its host.
set -euo pipefail
cd "$(dirname "$0")/.."
swiftc=${SWIFT:-swift}c
sources=$(find Sources/ButtonController -name '*.swift' | LC_ALL=C sort)

# shellcheck disable=SC2086 # file names of this tree hold no spaces
if grep -nE '^[[:space:]]*(@[a-zA-Z_]+ )*(public )?import ' $sources; then
  echo "embedded.sh: the engine must import nothing; the lines above do" >&2
  exit 1
fi

# The toolchain brings LLVM's tools along in newer versions; before that the package llvm has them.
tools=$(dirname "$(readlink -f "$(command -v "$swiftc")")")
if [ ! -x "$tools/llvm-objdump" ] || [ ! -x "$tools/llvm-nm" ]; then
  scripts/packages.sh llvm
  tools=/usr/bin
fi

scripts/packages.sh python3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
printf '%-28s %8s %10s %10s\n' target code constants variables
# Swift 6.0 declares its own functions for WebAssembly in a way that Clang must be allowed.
for target in armv6m-none-none-eabi armv7em-none-none-eabi wasm32-unknown-none-wasm; do
  # shellcheck disable=SC2086
  "$swiftc" -target "$target" -enable-experimental-feature Embedded -wmo -Osize \
    -parse-as-library -swift-version 6 -warnings-as-errors -module-name ButtonController \
    -Xcc -fdeclspec -Xfrontend -disable-stack-protector -c $sources -o "$work/$target.o"
  "$tools/llvm-objdump" --section-headers "$work/$target.o" >"$work/sections"
  read -r code constants variables < <(python3 - "$work/sections" <<'PYTHON'
import sys

sums = {"code": 0, "constants": 0, "variables": 0}
for line in open(sys.argv[1]):
    fields = line.split()
    if len(fields) < 4 or not fields[0].isdigit():
        continue
    name, size = fields[1], int(fields[2], 16)
    if name.startswith(".text") or name == "CODE":
        sums["code"] += size
    elif name.startswith((".rodata", ".data.rel.ro")):
        sums["constants"] += size
    elif name.startswith((".data", ".bss")) or name == "DATA":
        sums["variables"] += size
print(*sums.values())
PYTHON
  )
  printf '%-28s %8s %10s %10s\n' "$target" "$code" "$constants" "$variables"
  needs=$("$tools/llvm-nm" --undefined-only --just-symbol-name "$work/$target.o" | sort -u | tr '\n' ' ')
  echo "  expects of its host: ${needs:-nothing}"
done
