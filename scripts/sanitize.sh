#!/usr/bin/env bash
# All tests once with Clang's address sanitizer (and its search for leaks) and once with the thread
# sanitizer, the programs that they start included; with names, those alone. A finding fails them.
set -euo pipefail
cd "$(dirname "$0")/.."
swift=${SWIFT:-swift}
read -ra flags <<<"${SWIFT_FLAGS:-}"
[ $# -gt 0 ] || set -- address thread
lists=$PWD/Tests/Sanitizers
export ASAN_OPTIONS=detect_leaks=1:halt_on_error=1
export LSAN_OPTIONS=suppressions=$lists/leak.supp:print_suppressions=0
export TSAN_OPTIONS=suppressions=$lists/thread.supp:halt_on_error=1:print_suppressions=0
for sanitizer in "$@"; do
  echo "== $sanitizer"
  options=("${flags[@]}" "--sanitize=$sanitizer" --scratch-path ".build/$sanitizer")
  "$swift" build "${options[@]}" --build-tests
  "$swift" test "${options[@]}" --skip-build
done
