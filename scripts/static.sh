#!/usr/bin/env bash
# Builds the program as one file that needs nothing beside it, tries it where there is nothing, and prints
# where it is, how large it is, what it takes at rest and how long it takes to start.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/packages.sh binutils python3 >&2
program=$PWD/$(scripts/release.sh --static)/bin/gpiopress
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "static.sh: $1" >&2; exit 1; }

[ -z "$(readelf --program-headers "$program" | grep -w INTERP || true)" ] ||
  fail "$program asks for an interpreter"
scripts/traces.sh env -i "$program"
cd "$work"
cp "$program" gpiopress
export HOME=$work
# 35 boards and the heading: they are inside.
[ "$(env -i ./gpiopress boards | wc -l)" -gt 30 ] || fail "the boards are not inside"
env -i ./gpiopress demo >demo
grep -q '"event":"confirm"' demo || fail "the demo reported no confirm"
env -i ./gpiopress init raspberry-pi-5 >panel.yaml
chmod 644 panel.yaml
env -i ./gpiopress check panel.yaml >/dev/null
env -i ./gpiopress --version | tee version
grep -q "no MQTT" version || fail "it does not say what it cannot do"
cat >mqtt.yaml <<'YAML'
board: raspberry-pi-5
controls: {go: {kind: button, pin: GPIO17, tap: true}}
outputs: {mqtt: {host: 127.0.0.1}}
YAML
# Where the library is there, too, it must not be loaded.
status=0
env -i ./gpiopress run mqtt.yaml 2>said || status=$?
if [ "$status" -ne 69 ] || ! grep -q "in one file cannot load" said; then
  cat said
  fail "run with mqtt ended with $status"
fi
python3 - "$program" <<'PYTHON'
import os, subprocess, sys, time

program = sys.argv[1]
times = []
for _ in range(30):
    begin = time.monotonic()
    subprocess.run([program, "--version"], check=True, stdout=subprocess.DEVNULL)
    times.append(time.monotonic() - begin)
# Without a chip it waits for one, and rests.
run = subprocess.Popen([program, "run", "panel.yaml"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
time.sleep(1)
if run.poll() is None:
    fields = dict(line.split(":", 1) for line in open(f"/proc/{run.pid}/status"))
    print(f"resident at rest {int(fields['VmRSS'].split()[0]) / 1000:.1f} MB")
    run.terminate()
run.wait()
print(f"size {os.path.getsize(program) / 1e6:.1f} MB, start {min(times) * 1000:.1f} ms at the least of 30")
PYTHON
echo "$program"
