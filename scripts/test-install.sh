#!/usr/bin/env bash
# Installs the program into a folder, uses it from there as a user would, and takes it away again:
# the demo, a check with the installed boards, the manual page, completion in real shells, the unit; and
# nothing is left.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/packages.sh man-db bash zsh fish python3 >&2
export LC_ALL=C.UTF-8
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/root
prefix=$root/usr/local
fail() { echo "test-install.sh: $1" >&2; exit 1; }

# Built once, for all that is installed below.
GPIOPRESS_RELEASE=${GPIOPRESS_RELEASE:-$PWD/$(scripts/release.sh)}
export GPIOPRESS_RELEASE
before=$(git status --porcelain)
make --no-print-directory install PREFIX=/usr/local DESTDIR="$root"
[ "$(git status --porcelain)" = "$before" ] || fail "make install changed the checkout"

# From another folder, with nothing of the checkout in sight.
cd "$work"
export PATH=$prefix/bin:$PATH HOME=$work
gpiopress demo >demo
grep -q '"event":"confirm"' demo || fail "the demo reported no confirm"
gpiopress init raspberry-pi-5 >panel.yaml
chmod 644 panel.yaml
gpiopress check panel.yaml >wiring
grep -q J8- wiring || fail "check does not know the header"
[ "$(readlink -f "$(command -v gpiopress)")" = "$(readlink -f "$prefix/bin/gpiopress")" ] ||
  fail "another gpiopress stands before the installed one"
said=$(MANROFFSEQ='' MANWIDTH=80 man --warnings -E UTF-8 -l -Tutf8 -Z \
  "$prefix/share/man/man1/gpiopress.1" 2>&1 >/dev/null) || fail "man: $said"
[ -z "$said" ] || fail "man warns: $said"
MANPATH=$prefix/share/man man gpiopress >page
grep -q 'EXIT STATUS' page || fail "man gpiopress shows no page"
bash -n "$prefix/share/bash-completion/completions/gpiopress"
zsh -n "$prefix/share/zsh/site-functions/_gpiopress"
fish -n "$prefix/share/fish/vendor_completions.d/gpiopress.fish"
python3 "$OLDPWD/Tests/Install/shells.py" "$prefix/share"
cd "$OLDPWD"
# It grows unnoticed otherwise: a library more, or code at rest that was not there before.
# 4.5 to 5.6 MB were seen, as the kernel maps what lies around each page that is fetched; how much is its own matter.
scripts/resident.sh "$prefix/bin/gpiopress" 6.5
scripts/service.sh "$root"

echo "panel: mine" >"$root/etc/gpiopress/mine.yaml"
make --no-print-directory uninstall PREFIX=/usr/local DESTDIR="$root"
[ "$(cd "$root" && find . -type f)" = ./etc/gpiopress/mine.yaml ] || fail "uninstall took a panel, or left files"
rm "$root/etc/gpiopress/mine.yaml"
make --no-print-directory install PREFIX=/opt/panel DESTDIR="$root"
"$root/opt/panel/bin/gpiopress" boards raspberry-pi-5 >/dev/null
make --no-print-directory uninstall PREFIX=/opt/panel DESTDIR="$root"
left=$(find "$root" -mindepth 1)
[ -z "$left" ] || fail "uninstall left: $left"
echo "installed, used, uninstalled"
