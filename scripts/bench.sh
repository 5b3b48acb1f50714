#!/usr/bin/env bash
# Measures what the program takes on this machine and prints it as tables: size, start, memory, the
# engine's own times, replay of a long trace, and (where the kernel lab can run) the way from the
# kernel's stamp to the event line. Numbers to look at: nothing here fails for being slow.
# With --write the tables go into the README, too.
set -euo pipefail
cd "$(dirname "$0")/.."
if [ "${1:-}" = --write ]; then
  "$0" | tee .build/bench.txt
  # The builds' own lines come before the first table, and among them.
  {
    echo '```'
    sed -n '/^on this machine/,$p' .build/bench.txt | grep -vE '^(\[|Build)|: warning: '
    echo '```'
  } | python3 scripts/write_block.py README.md resources
  exit
fi
swift=${SWIFT:-swift}
scripts/packages.sh binutils python3 valgrind
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
# How much of a processor a replay takes, and the most memory that it has: asked for while it runs, as what
# a parent is given at the end has the parent's own memory in it.
cat >"$work/replay.py" <<'PYTHON'
import os, subprocess, sys, threading, time

program, panel, trace = sys.argv[1:4]
millions = int(sys.argv[4])


def feed(pipe):
    for start in range(0, millions * 500_000, 10_000):
        presses = range(start, start + 10_000)
        lines = (f"{1000 + p * 333} go 1\n{1080 + p * 333} go 0\n" for p in presses)
        pipe.write("".join(lines).encode())
    pipe.close()


def peak(pid):
    try:
        with open(f"/proc/{pid}/status") as status:
            return max(int(line.split()[1]) for line in status if line.startswith("VmHWM:"))
    except (OSError, ValueError):
        return 0  # It has just ended.


with open("events", "w") as events:
    run = subprocess.Popen([program, "replay", panel, trace], stdin=subprocess.PIPE, stdout=events)
    if trace == "-":
        threading.Thread(target=feed, args=[run.stdin]).start()
    most = ended = 0
    while not ended:
        most = max(most, peak(run.pid))
        time.sleep(0.01)
        ended, status, used = os.wait4(run.pid, os.WNOHANG)
took = used.ru_utime + used.ru_stime
count = sum(1 for _ in open("events"))
if status != 0 or count != millions * 500_000:
    sys.exit(f"bench.sh: the replay ended with {status} and gave {count} events")
print(f"{took:.2f} s, {most / 1000:.1f} MB")
PYTHON
replay() { (cd "$work" && python3 replay.py "$program" "$@"); }
row "replay of a million edges" "$(replay panel.yaml long.trace 1)"
row "replay of ten million edges by a pipe" "$(replay panel.yaml - 10)"

# The same edges on many buttons in turn: what an edge costs must not grow with the panel.
python3 - "$work" <<'PYTHON'
import sys

# More than a board has pins: lines of chips that nobody has.
with open(f"{sys.argv[1]}/many.yaml", "w") as panel:
    panel.write("board: raspberry-pi-5\ncontrols:\n")
    for number in range(256):
        pin = f"{{chip: chip{number // 32}, line: {number % 32}}}"
        panel.write(f"  b{number}: {{kind: button, pin: {pin}, tap: true, confirm: 1.2s}}\n")
with open(f"{sys.argv[1]}/many.trace", "w") as trace:
    for press in range(500_000):
        name = f"b{press % 256}"
        trace.write(f"{1000 + press * 333} {name} 1\n{1080 + press * 333} {name} 0\n")
PYTHON
row "replay of a million edges, 256 buttons" "$(replay many.yaml many.trace 1)"

# It waits for a chip that nobody has, and the start is over.
row "gpiopress run at rest, resident memory" "$(scripts/resident.sh "$program")"

# The engine's own times.
bench=(--configuration release --product engine-bench --static-swift-stdlib)
"$swift" build "${bench[@]}"
bench=$("$swift" build "${bench[@]}" --show-bin-path)/engine-bench
"$bench"

# A turn of the loop in instructions, which are the same on every machine of a kind: what a thousand more
# of them take. The kernel's own are not in it. Valgrind cannot read this compiler's debug information.
strip --strip-debug -o "$work/engine-bench" "$bench"
instructions() {
  valgrind --tool=callgrind --callgrind-out-file="$work/callgrind" "${@:3}" \
    "$work/engine-bench" --turns "$1" "$2" 2>&1 | sed -n 's/.*Collected : \([0-9]*\).*/\1/p'
}
turn() {
  local few many
  few=$(instructions "$1" 1000 "${@:2}")
  many=$(instructions "$1" 2000 "${@:2}")
  echo $(((many - few) / 1000))
}
row "instructions" "each"
row "turn of the loop with nothing to do" "$(turn idle)"
row "turn with an edge that decides nothing yet" "$(turn edge)"
row "turn with an edge that emits one event" "$(turn event)"
row "  of it from the read to the written line" "$(turn event --toggle-collect='*handleEdges*')"
row "the same beside 255 buttons" "$(turn many)"
row "press or release of a tap, on average" "$(turn tap)"

if [ "$(id -u)" -eq 0 ] && [ "$(uname -m)" = x86_64 ]; then
  scripts/lab.sh --latency "$release/bin"
else
  echo "the kernel lab's part is left out: it needs root on x86-64"
fi
