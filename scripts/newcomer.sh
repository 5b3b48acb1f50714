#!/usr/bin/env bash
# Runs every command of README and docs/*.md in a fresh clone, as a newcomer would, and compares what they print
# with what the pages show; then looks for commands, options, targets, files and headings that the pages
# speak of and that are not there. Names of pages as arguments: those only. Commands that need hardware,
# root or systemd are listed in scripts/newcomer.py, with the reason.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/packages.sh git python3 man-db pkg-config libyaml-dev netcat-openbsd >&2
swift=${SWIFT:-swift}
read -ra flags <<<"${SWIFT_FLAGS:-} ${COVERAGE_FLAGS:-}"
"$swift" build "${flags[@]}" --product gpiopress
"$swift" build "${flags[@]}" --product example-in-memory
program=$("$swift" build "${flags[@]}" --show-bin-path)/gpiopress

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
git clone -q . "$work/gpiopress"
# What is not committed yet is tried, too; a file that git does not know is not in a clone.
git diff --binary HEAD | git -C "$work/gpiopress" apply --allow-empty
git -C "$work/gpiopress" -c user.name=newcomer -c user.email=newcomer@example.org \
  commit -qam "What is not committed yet" >/dev/null || true
# A program that counts its lines for the coverage would leave a file where it runs.
export LLVM_PROFILE_FILE=/dev/null

failed=0
python3 scripts/newcomer.py "$work/gpiopress" "$program" "$@" || failed=1
python3 scripts/mentions.py "$work/gpiopress" "$program" || failed=1
exit "$failed"
