#!/usr/bin/env bash
# Measures what the program takes on this machine and prints it as tables: size, start, memory, the
# engine's own times, replay of a long trace, and (where the kernel lab can run) the way from the
# kernel's stamp to the event line. Numbers to look at: nothing here fails for being slow.
# With --write the tables go into the README, too.
set -euo pipefail
cd "$(dirname "$0")/.."
if [ "${1:-}" = --write ]; then
  "$0" | tee .build/bench.txt
  python3 - .build/bench.txt README.md <<'PYTHON'
import re
import sys

# The builds' own lines come before the first table.
table = open(sys.argv[1]).read()
table = table[table.index("on this machine"):].rstrip()
table = "\n".join(line for line in table.splitlines() if not re.match(r"\[|Build", line))
readme = open(sys.argv[2]).read()
block = f"<!-- resources -->\n```\n{table}\n```\n<!-- /resources -->"
readme = re.sub(r"<!-- resources -->.*<!-- /resources -->", lambda _: block, readme, flags=re.S)
open(sys.argv[2], "w").write(readme)
PYTHON
  exit
fi
swift=${SWIFT:-swift}
scripts/packages.sh binutils python3
release=$PWD/$(scripts/release.sh)
program=$release/bin/gpiopress
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

row() { printf '%-52s %14s\n' "$1" "$2"; }
echo "on this machine"
row "program as make release makes it" \
  "$(stat -c %s "$program" | awk '{ printf "%.2f MB", $1 / 1e6 }')"

cat >"$work/panel.yaml" <<'PANEL'
board: raspberry-pi-5
controls:
  go: {kind: button, pin: GPIO17, tap: true, confirm: 1.2s, ring: halo}
rings:
  halo: {driver: file, path: frames.jsonl, pixels: 24}
outputs: {stdout: true}
PANEL

# The least of twenty runs: what the program itself needs, without the machine's other work.
row "gpiopress check, CPU" "$(python3 - "$program" "$work/panel.yaml" <<'PYTHON'
import resource, subprocess, sys

def cpu():
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.argv[1], "check", sys.argv[2]], check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime

print(f"{min(cpu() for _ in range(20)) * 1000:.1f} ms")
PYTHON
)"

# A million edges: taps of 80 ms, three a second.
python3 - "$work/long.trace" <<'PYTHON'
import sys

with open(sys.argv[1], "w") as trace:
    for press in range(500_000):
        trace.write(f"{1000 + press * 333} go 1\n{1080 + press * 333} go 0\n")
PYTHON
row "replay of a million edges" "$( (cd "$work" && python3 - "$program" <<'PYTHON'
import resource, subprocess, sys, time

begin = time.monotonic()
with open("events", "w") as events:
    subprocess.run([sys.argv[1], "replay", "panel.yaml", "long.trace"], check=True, stdout=events)
took = time.monotonic() - begin
reported = sum(1 for _ in open("events"))
if reported != 500_000:
    sys.exit(f"bench.sh: the replay reported {reported} events for 500000 taps")
peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1000
print(f"{took:.2f} s, {peak:.0f} MB")
PYTHON
) )"

# The engine's own times.
"$swift" build --configuration release --product engine-bench
"$("$swift" build --configuration release --show-bin-path)/engine-bench"

if [ "$(id -u)" -eq 0 ] && [ "$(uname -m)" = x86_64 ]; then
  scripts/lab.sh --latency "$release/bin"
else
  echo "the kernel lab's part is left out: it needs root on x86-64"
fi
