#!/usr/bin/env bash
# Layout of the Swift and C code, and those rules of the house that a search can check.
set -euo pipefail
cd "$(dirname "$0")/.."
failed=0

# Says what a rule is and where it is broken; a search that finds nothing keeps it.
forbid() {
  local rule=$1 found
  shift
  if found=$(git grep --untracked -nIE "$@"); then
    printf '%s\n' "$found" "lint: $rule" >&2
    failed=1
  fi
}

"${SWIFT:-swift}" format lint --strict --recursive Sources Tests Examples Package.swift || failed=1
scripts/packages.sh clang-format
find Sources Tests -name '*.[ch]' -print0 | xargs -0 clang-format --dry-run --Werror || failed=1

forbid "the engine imports nothing" '^[[:space:]]*(@[a-zA-Z_]+ )*(public )?import ' -- Sources/ButtonController
forbid "no product needs Foundation" 'import Foundation' -- Sources
forbid "a search for a text in a text brings the regex engine along, a megabyte" \
  '(\.contains\("[^"\\]{2,}"|\.replacing\()' -- Sources
forbid "bad input never crashes: no force, no trap" '\b(try!|as!|fatalError\()' -- Sources Tests
forbid "threads begin in DetachedThread, whose stacks are small: locked memory counts them whole" \
  'pthread_create\(' -- Sources ':!Sources/PanelHardware/System/DetachedThread.swift'
forbid "what is not done stands in an issue, not in the code" '\b(TODO|FIXME|XXX)\b' -- Sources Tests scripts Makefile ':!scripts/lint.sh'
forbid "addresses come from the machine's own configuration" 'https?://' -- scripts Makefile .ci Tests

forbid "Swift 6.0 takes no try behind the first operand in #expect; name what it gives" \
  '#(expect|require)\([^{]*[=<>,] *\(?try ' -- Tests
# The loop calls both only in those that say that they take them, and the compiler finds no fault with others.
if git ls-files -z -co --exclude-standard 'Sources/*.swift' 'Tests/*.swift' | xargs -0 awk '
  /^ *(public |private |fileprivate )?(final )?class / { head = $0 }
  /^extension / { head = "" }
  head != "" && head !~ /PartChain/ && / func take\(_ event: PanelEvent, in / && head !~ /EventPart/ ||
  head != "" && head !~ /PartChain/ && / func note\(_ report: LineReport, in / && head !~ /LinePart/ {
    print FILENAME ":" FNR ":" $0; found = 1
  }
  END { exit !found }' >&2; then
  echo "lint: what takes events is an EventPart, and what follows lines a LinePart" >&2
  failed=1
fi

# Swift 6.0, Debian 13's own, crashes on them.
if git ls-files -z -co --exclude-standard 'Tests/*.swift' | xargs -0 awk '
  /@Test\(/ { inTest = 1 }
  /func / { inTest = 0 }
  inTest && /\\\(/ { print FILENAME ":" FNR ":" $0; found = 1 }
  END { exit !found }' >&2; then
  echo "lint: no interpolation in the arguments of @Test; give the table a name of its own" >&2
  failed=1
fi

while read -r lines file; do
  if [ "$lines" -gt 400 ]; then
    echo "lint: $file has $lines lines; a file of more than 400 is two things" >&2
    failed=1
  fi
done < <(git ls-files -z -co --exclude-standard 'Sources/*.swift' 'Sources/*.c' 'Sources/*.h' 'Tests/*.swift' |
  xargs -0 wc -l | grep -v ' total$')

for script in scripts/*.sh .ci/run; do
  bash -n "$script" || failed=1
done
exit "$failed"
