#!/usr/bin/env bash
# Checks the unit and what belongs to it, installed in a folder of its own: systemd-analyze verify says
# nothing, security gives it 2.0 at most, and the files for users, folders and devices are understood.
# The folder may be given; else the program is built and installed for it.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/packages.sh systemd man-db >&2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=${1:-$work/root}
prefix=$root/usr/local
[ -n "${1:-}" ] || DESTDIR=$root PREFIX=/usr/local scripts/install.sh
most=2.0

# Verification looks for the program and the manual page, which are not where the unit says yet.
unit=$work/gpiopress@panel.service
sed "s|/usr/local/bin/|$prefix/bin/|" \
  "$prefix/lib/systemd/system/gpiopress@.service" >"$unit"
export MANPATH=$prefix/share/man LC_ALL=C.UTF-8
said=$(systemd-analyze verify --man=yes "$unit" 2>&1) || { echo "$said"; exit 1; }
if [ -n "$said" ]; then
  printf '%s\nservice.sh: systemd-analyze verify is not silent\n' "$said" >&2
  exit 1
fi
exposure=$(systemd-analyze security --offline=yes --no-pager "$unit" |
  sed -n 's/.*Overall exposure level for [^:]*: \([0-9.]*\).*/\1/p')
if ! awk -v is="$exposure" -v most="$most" 'BEGIN { exit !(is != "" && is + 0 <= most + 0) }'; then
  systemd-analyze security --offline=yes --no-pager "$unit" >&2
  echo "service.sh: exposure ${exposure:-unknown}, more than $most" >&2
  exit 1
fi

# In a root of their own, so that nothing of this machine changes.
mkdir -p "$work/users/etc"
systemd-sysusers --root="$work/users" "$prefix/lib/sysusers.d/gpiopress.conf" >/dev/null 2>&1
for group in gpiopress gpio spi i2c input; do
  grep -q "^$group:" "$work/users/etc/group" || { echo "service.sh: no group $group" >&2; exit 1; }
done
for group in gpio spi i2c input; do
  grep -q "^$group:.*:gpiopress$" "$work/users/etc/group" ||
    { echo "service.sh: the user is not in $group" >&2; exit 1; }
done
systemd-tmpfiles --root="$work/users" --create "$prefix/lib/tmpfiles.d/gpiopress.conf"
[ -d "$work/users/run/gpiopress" ] || { echo "service.sh: no /run/gpiopress" >&2; exit 1; }
# udevadm verify came with systemd 254.
if udevadm verify --help >/dev/null 2>&1; then
  udevadm verify --resolve-names=never "$prefix/lib/udev/rules.d/60-gpiopress.rules" >/dev/null
fi
echo "the unit is clean; exposure $exposure"
