#!/usr/bin/env bash
# Runs the tests and prints how many lines of each folder of Sources they run: in the tests' own
# process and in the programs that they start. LINES=1: which lines of each file none of them runs, too.
set -euo pipefail
cd "$(dirname "$0")/.."
swift=${SWIFT:-swift}
read -ra flags <<<"${SWIFT_FLAGS:-}"
scripts/packages.sh python3
options=("${flags[@]}" --enable-code-coverage --scratch-path .build/coverage)
build=$("$swift" build "${options[@]}" --show-bin-path)
"$swift" build "${options[@]}" --build-tests
# SwiftPM gives the tests' process LLVM_PROFILE_FILE, which they hand on to the programs that they
# start, and adds up what all of them have counted.
"$swift" test "${options[@]}" --skip-build

tools=$(dirname "$(readlink -f "$(command -v "$swift")")")
counts=$build/codecov/default.profdata
summary=$(mktemp)
trap 'rm -f "$summary"' EXIT
"$tools/llvm-cov" export --summary-only --instr-profile="$counts" \
  "$build"/*.xctest --object "$build/gpiopress" >"$summary"
python3 - "$summary" "$PWD/Sources/" <<'PYTHON'
import json, os, sys

folders = {}
root = sys.argv[2]
for file in json.load(open(sys.argv[1]))["data"][0]["files"]:
    if file["filename"].startswith(root):
        name = os.path.dirname(file["filename"][len(root):])
        lines = file["summary"]["lines"]
        for folder in (name, name.split("/")[0] + " in all", "all"):
            sums = folders.setdefault(folder, [0, 0])
            sums[0] += lines["count"]
            sums[1] += lines["covered"]
print(f"{'coverage':<40} {'lines':>7} {'run':>7} {'share':>8}")
for name in sorted(folders, key=lambda name: (name == "all", name.replace(" in all", ""))):
    count, covered = folders[name]
    print(f"{name:<40} {count:7} {covered:7} {100 * covered / max(count, 1):6.1f} %")
PYTHON
if [ "${LINES:-}" = 1 ]; then
  "$tools/llvm-cov" show --instr-profile="$counts" "$build"/*.xctest \
    --object "$build/gpiopress" --sources Sources | grep -E '^/|^ *[0-9]+\| +0\|' || true
fi
