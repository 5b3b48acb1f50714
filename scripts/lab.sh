#!/usr/bin/env bash
# The kernel lab: runs the real program on a real kernel (User Mode Linux) with simulated chips, once
# for each libgpiod that this machine can have, and ends with `N passed, N failed`.
#
#   scripts/lab.sh                 every scenario
#   scripts/lab.sh tap hold        only these (files of Tests/KernelLab/scenarios)
#   scripts/lab.sh --latency DIR   a table: kernel stamp to event line, of the program built in DIR
#                                  and of a bare libgpiod loop beside it; then the cost of rings
#   scripts/lab.sh --peers DIR     tables of that program beside others that do its job (docs/benchmarks.md)
#   scripts/lab.sh --packages      install what the lab needs, and nothing else
#
# LAB_TIME=real lets the lab's clock run with the host's; else it jumps over idle time, so that a busy
# host cannot make a scenario late. LAB_KEEP=1 keeps the folder with the logs.
set -euo pipefail
cd "$(dirname "$0")/.."
swift=${SWIFT:-swift}
read -ra flags <<<"${SWIFT_FLAGS:-}"

# Where the host cannot, the lab is skipped with the reason; for CI that is a failure.
cannot() {
  echo "kernel lab skipped: $1"
  if [ "${CI:-}" = true ]; then
    echo "0 passed, 1 failed"
    exit 1
  fi
  echo "0 passed, 0 failed"
  exit 0
}

[ "$(uname -s)-$(uname -m)" = Linux-x86_64 ] || cannot "it needs Linux on x86-64"
[ "$(id -u)" -eq 0 ] || cannot "it needs root, for the lab's kernel works on the host's file system"
scripts/packages.sh python3 pkg-config device-tree-compiler gcc libc6-dev libgpiod-dev libyaml-dev \
  mosquitto mosquitto-clients libmosquitto1 ||
  cannot "a package is missing"
# Alone, the list of the kernel's own packages is in its script; there they are installed at the build.
if [ "${1:-}" = --packages ]; then
  scripts/lab-kernel.sh --packages
  exit 0
fi
kernel=$(scripts/lab-kernel.sh) || cannot "there is no kernel for it"

run=$(mktemp -d "${TMPDIR:-/tmp}/gpiopress-lab.XXXXXX")
trap '[ -n "${LAB_KEEP:-}" ] && echo "logs: $run" || rm -rf "$run"' EXIT
chmod 755 "$run"
tree=Tests/KernelLab/lab.dts
[ "${1:-}" != --peers ] || tree=Tests/KernelLab/peers/peers.dts
dtc -q -I dts -O dtb -o "$run/lab.dtb" "$tree"

# Installs a built program, its boards and the Swift libraries that it is linked to where any user may
# run it.
stage() {
  local build=$1 into=$2
  mkdir -p "$into/bin" "$into/lib" "$into/share/gpiopress"
  cp "$build/gpiopress" "$into/bin/"
  cp -r boards "$into/share/gpiopress/"
  ldd "$build/gpiopress" | awk '$3 ~ /swift/ { print $3 }' | xargs -r cp -t "$into/lib"
}

# Boots the kernel on a script that runs python3 with the arguments; console output is ours.
boot() {
  local variant=$1 limit=$2
  shift 2
  {
    echo '#!/bin/bash'
    echo 'export PATH=/usr/sbin:/usr/bin:/sbin:/bin PYTHONDONTWRITEBYTECODE=1'
    printf 'export %s=%q\n' LAB_VARIANT "$variant" LAB_GPIOPRESS "$run/$variant/bin/gpiopress" \
      LAB_LIBRARIES "$run/$variant/lib" LAB_MODULES "$kernel/modules" \
      LAB_RESULTS "$run/results" LAB_BARE "$run/bare" \
      LAB_CLOCK "${LAB_TIME:-virtual}" LAB_PEERS "${peers:-}" LAB_PRESSES "$run/presses" \
      LAB_PRESS_COUNT "${LAB_PRESS_COUNT:-}"
    echo "source $(printf %q "$PWD/Tests/KernelLab/init.sh")"
    printf 'python3 '
    printf '%q ' "$@"
    printf '\npoweroff -f\n'
  } >"$run/init"
  chmod 755 "$run/init"
  local time=()
  [ "${LAB_TIME:-}" = real ] || time=(time-travel=inf-cpu)
  TMPDIR=$run timeout --kill-after=5 "$limit" "$kernel/linux" mem=256M root=/dev/root \
    rootfstype=hostfs rootflags=/ rw "init=$run/init" con=null con0=null,fd:1 con1=null ssl=null quiet loglevel=2 \
    "dtb=$run/lab.dtb" "${time[@]}" </dev/null 2>"$run/console-errors" |
    sed -u -e 's/\r$//' -e '/Powering off\./d' -e '/reboot: System halted/d' |
    tee "$run/console-$variant" || return 1
}

version=$(pkg-config --modversion libgpiod)
system=libgpiod-${version%%.*}
read -ra library < <(pkg-config --cflags --libs libgpiod)
cc -O2 -Wall -Wextra -Werror -o "$run/bare" Tests/KernelLab/bare.c "${library[@]}"

if [ "${1:-}" = --latency ]; then
  stage "$2" "$run/$system"
  LAB_TIME=real boot "$system" 300 "$PWD/Tests/KernelLab/latency.py"
  LAB_TIME=real boot "$system" 120 "$PWD/Tests/KernelLab/ring_cost.py"
  exit
fi

if [ "${1:-}" = --peers ]; then
  stage "$2" "$run/$system"
  peers=$(scripts/peers.sh)
  # Without libraries to load, it adds the least to what it measures.
  cc -O2 -Wall -Wextra -Werror -static -o "$run/presses" Tests/KernelLab/peers/presses.c
  {
    "$2/gpiopress" --version | head -n 1
    echo "libgpiod $version"
    cat "$peers/versions"
    echo "mosquitto $(dpkg-query -W -f '${Version}' mosquitto)"
  } >"$run/versions"
  LAB_TIME=real boot "$system" 3600 "$PWD/Tests/KernelLab/peers/run.py" |
    python3 Tests/KernelLab/peers/report.py "$run/init" "$run/versions"
  exit
fi

variants=()
# Builds the program against one libgpiod, in a scratch folder of its own.
add_variant() {
  local name=$1 build=("$swift" build "${flags[@]}" --scratch-path "$2" --product gpiopress)
  "${build[@]}"
  stage "$("${build[@]}" --show-bin-path)" "$run/$name"
  variants+=("$name")
}
add_variant "$system" .build
if [ "${version%%.*}" = 1 ]; then
  second=$(scripts/libgpiod2.sh)
  PKG_CONFIG_PATH=$second/pkgconfig add_variant libgpiod-2 .build/libgpiod2
  cp "$second"/lib/libgpiod.so.* "$run/libgpiod-2/lib/"
fi

scenarios=("$@")
if [ ${#scenarios[@]} -eq 0 ]; then
  for file in Tests/KernelLab/scenarios/*.py; do scenarios+=("$(basename "$file" .py)"); done
fi
passed=0
failed=0
for variant in "${variants[@]}"; do
  : >"$run/results"
  boot "$variant" 1200 "$PWD/Tests/KernelLab/run.py" "${scenarios[@]}" || true
  for scenario in "${scenarios[@]}"; do
    word=$(awk -v name="$scenario" '$2 == name { print $1 }' "$run/results")
    case $word in
      ok) passed=$((passed + 1)) ;;
      skip) [ "${CI:-}" = true ] && failed=$((failed + 1)) ;;
      *)
        failed=$((failed + 1))
        [ -n "$word" ] || echo "FAIL $variant $scenario: the lab ended before its result came"
        ;;
    esac
  done
  grep -v -e '^$' -e 'is not on tmpfs' "$run/console-errors" | tail -n 5 || true
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
