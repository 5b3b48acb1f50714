#!/usr/bin/env bash
# Prints the address of the Debian mirror that this machine's apt already uses. With
#
#   scripts/mirror.sh --download ARCHITECTURE SUITE PACKAGE...
#   scripts/mirror.sh --run ARCHITECTURE SUITE COMMAND...
#
# it fetches packages of any architecture and suite from there into the current folder, or runs a command
# whose apt knows that architecture and suite alone. SUITE may be two with a comma between; PACKAGE may be
# NAME/SUITE. apt's own lists and sources are not touched.
set -euo pipefail

# The first archive that has this machine's own release in `main` is a full mirror; security archives
# and local ones have neither.
mirror=$(apt-get indextargets --format '$(CODENAME) $(COMPONENT) $(SITE)' 'Created-By: Packages' |
  awk '$2 == "main" && $1 !~ /security|updates|backports/ { print $3; exit }')
if [ -z "$mirror" ]; then
  echo "mirror.sh: apt knows no archive with the component main; run apt-get update" >&2
  exit 1
fi
if [ $# -eq 0 ]; then
  echo "$mirror"
  exit
fi

mode=$1 architecture=$2
IFS=, read -ra suites <<<"$3"
shift 3
[ "$mode" = --run ] || set -- apt-get -q download "$@"
work=$(mktemp -d "${TMPDIR:-/tmp}/gpiopress-mirror.XXXXXX")
trap 'rm -rf "$work"' EXIT
mkdir -p "$work"/etc/{apt.conf.d,preferences.d,sources.list.d} "$work/state/lists/partial" \
  "$work/cache/archives/partial"
: >"$work/status"
for suite in "${suites[@]}"; do
  echo "deb [arch=$architecture signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $suite main"
done >"$work/etc/sources.list"
# A configuration of its own, as the machine's may name architectures; how to reach the mirror is kept.
cat >"$work/apt.conf" <<CONFIGURATION
Dir::Etc "$work/etc"; Dir::Etc::Parts "/etc/apt/apt.conf.d";
Dir::State "$work/state"; Dir::State::status "$work/status"; Dir::Cache "$work/cache";
APT::Architecture "$architecture"; APT::Architectures { "$architecture"; };
APT::Sandbox::User "root"; Acquire::Languages "none";
CONFIGURATION
export APT_CONFIG=$work/apt.conf
if ! { apt-get -q update && "$@" >"$work/out"; } >"$work/log" 2>&1; then
  cat "$work/log" "$work/out" 2>/dev/null | tail -n 20 >&2
  echo "mirror.sh: $* for $architecture of ${suites[*]} failed; see above" >&2
  exit 1
fi
# The command's output is the caller's, apt's own account of a download is nobody's.
[ "$mode" = --download ] || cat "$work/out"
