#!/usr/bin/env bash
# Feeds bytes that libFuzzer makes up for FUZZ_SECONDS (60) to the engine, or with FUZZ=trace to the readers of
# traces and value change dumps, beginning with the inputs in Tests/EngineFuzz/corpus or
# Tests/TraceFuzz/corpus. New inputs go to .build/fuzz-corpus; an input that breaks something goes to
# .build/fuzz-findings, and the script fails. No input may take longer than ten seconds.
set -euo pipefail
cd "$(dirname "$0")/.."
case ${FUZZ:-engine} in
  engine) product=engine-fuzz corpus=Tests/EngineFuzz/corpus more=() ;;
  # Long ones, so that whatever does not take a time in proportion to its length is found.
  trace) product=trace-fuzz corpus=Tests/TraceFuzz/corpus
    more=(-dict=Tests/TraceFuzz/words.dict -max_len=200000 -len_control=20) ;;
  *) echo "fuzz.sh: FUZZ=$FUZZ is not known; write engine or trace" >&2; exit 64 ;;
esac
options=(--configuration release --scratch-path .build/fuzz --sanitize fuzzer)
"${SWIFT:-swift}" build "${options[@]}" --product "$product"
build=$("${SWIFT:-swift}" build "${options[@]}" --show-bin-path)
mkdir -p ".build/fuzz-corpus/$product" .build/fuzz-findings
"$build/$product" -max_total_time="${FUZZ_SECONDS:-60}" -print_final_stats=1 -timeout=10 "${more[@]}" \
  -artifact_prefix=.build/fuzz-findings/ ".build/fuzz-corpus/$product" "$corpus"
