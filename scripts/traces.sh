#!/usr/bin/env bash
# Replays every trace of Tests/Traces with a program, given with what stands before it:
# scripts/traces.sh PROGRAM...
set -euo pipefail
cd "$(dirname "$0")/.."
passed=0
failed=0
for folder in Tests/Traces/*/; do
  [ -f "$folder/panel.yaml" ] || continue
  flags=()
  [ ! -f "$folder/flags" ] || read -ra flags <"$folder/flags" || true
  if "$@" replay "$folder/panel.yaml" "$folder/input.trace" "${flags[@]}" \
    --expect "$folder/expect.jsonl" </dev/null; then
    passed=$((passed + 1))
  else
    echo "FAIL $folder"
    failed=$((failed + 1))
  fi
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
