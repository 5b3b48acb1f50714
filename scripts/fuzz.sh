#!/usr/bin/env bash
# Feeds the engine bytes that libFuzzer makes up, for FUZZ_SECONDS (60), beginning with the inputs in
# Tests/EngineFuzz/corpus. New inputs go to .build/fuzz-corpus; an input that breaks an invariant
# goes to .build/fuzz-findings, and the script fails.
set -euo pipefail
cd "$(dirname "$0")/.."
options=(--configuration release --scratch-path .build/fuzz --sanitize fuzzer)
"${SWIFT:-swift}" build "${options[@]}" --product engine-fuzz
build=$("${SWIFT:-swift}" build "${options[@]}" --show-bin-path)
mkdir -p .build/fuzz-corpus .build/fuzz-findings
"$build/engine-fuzz" -max_total_time="${FUZZ_SECONDS:-60}" -print_final_stats=1 \
  -artifact_prefix=.build/fuzz-findings/ .build/fuzz-corpus Tests/EngineFuzz/corpus
