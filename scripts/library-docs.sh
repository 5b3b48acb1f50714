#!/usr/bin/env bash
# Builds the reference of the libraries, in DocC, and prints where it is. Any warning fails it, and so does a public
# symbol without documentation, and code of an article that does not compile.
#
# DocC is a part of Swift's toolchain (its plug-in for SwiftPM is not needed). Where the toolchain lacks it, as packages
# that were made smaller do, everything is checked that can be without, and it says so.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/packages.sh pkg-config libyaml-dev python3 >&2
swift=${SWIFT:-swift}
read -ra flags <<<"${SWIFT_FLAGS:-} ${COVERAGE_FLAGS:-}"
modules=(ButtonController PanelFiles PanelTestKit)
"$swift" build "${flags[@]}" --target PanelTestKit >&2
build=$("$swift" build "${flags[@]}" --show-bin-path)
tools=$(dirname "$(readlink -f "$(command -v "$swift")")")
out=.build/library-docs
rm -rf "$out"
mkdir -p "$out/site"

read -ra yaml < <(pkg-config --cflags yaml-0.1)
search=(-I "$build/Modules" -I Sources/CYaml "${yaml[@]}"
  -Xcc "-fmodule-map-file=$build/CBoards.build/module.modulemap")
target=$("$swift" -print-target-info | python3 -c 'import json, sys; print(json.load(sys.stdin)["target"]["triple"])')
for module in "${modules[@]}"; do
  mkdir "$out/$module"
  "$tools/swift-symbolgraph-extract" -module-name "$module" -target "$target" "${search[@]}" \
    -minimum-access-level public -skip-inherited-docs -output-dir "$out/$module"
done
python3 scripts/library_docs.py --symbols "$out"/*/*.symbols.json

python3 scripts/library_docs.py --code "$out/code" Sources/*/*.docc/*.md
for file in "$out"/code/*.swift; do
  "$tools/swiftc" -typecheck -swift-version 6 -warnings-as-errors "${search[@]}" "$file"
done

if [ ! -x "$tools/docc" ]; then
  echo "library-docs.sh: no docc beside $tools/swift; the symbols and the articles' code are checked, pages are not made" >&2
  exit 0
fi
for module in "${modules[@]}"; do
  "$tools/docc" convert "Sources/$module/$module.docc" --additional-symbol-graph-dir "$out/$module" \
    --fallback-display-name "$module" --fallback-bundle-identifier "gpiopress.$module" \
    --warnings-as-errors --transform-for-static-hosting --hosting-base-path "$module" \
    --output-dir "$out/site/$module" >&2
  echo "$out/site/$module/documentation/$(tr '[:upper:]' '[:lower:]' <<<"$module")/index.html"
done
echo "to read it: python3 -m http.server --directory $out/site, then /ButtonController/documentation/buttoncontroller"
