#!/usr/bin/env bash
# Installs the program with all that belongs to it, or takes it away again:
#
#   PREFIX=/usr/local DESTDIR= scripts/install.sh
#   PREFIX=/usr/local DESTDIR= scripts/install.sh --uninstall
#
# DESTDIR stands before every path and is for making packages: with it nothing of this machine is touched.
# GPIOPRESS_RELEASE names the folder of a program that is built already; GPIOPRESS_MANUAL a program that
# runs here and prints the manual, where the other does not.
set -euo pipefail
cd "$(dirname "$0")/.."
prefix=${PREFIX:-/usr/local}
root=${DESTDIR:-}
mode=${1:-}
case $prefix in
  /*) ;;
  *)
    echo "install.sh: PREFIX=$prefix: write a path that begins with /" >&2
    exit 64
    ;;
esac
# Where Debian's packages have what /usr/local has elsewhere.
zsh=site-functions sysconf=/etc/gpiopress
[ "$prefix" != /usr ] || zsh=vendor-completions

if [ "$mode" != --uninstall ]; then
  release=${GPIOPRESS_RELEASE:-$(scripts/release.sh)}
  manual=${GPIOPRESS_MANUAL:-$release/bin/gpiopress}
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  for form in man bash zsh fish; do "$manual" manual "$form" >"$work/$form"; done
  sed "s|@bindir@|$prefix/bin|" packaging/gpiopress@.service.in >"$work/unit"
fi

# One list for both ways. put MODE FROM TO: TO is below the prefix.
put() {
  local to=$root$prefix/$3
  if [ "$mode" = --uninstall ]; then
    rm -f "$to"
    prune "$(dirname "$to")"
  else
    install -D -m "$1" "$2" "$to"
  fi
}

# Removes folders that are empty now, up to the root's own.
prune() {
  local folder=$1
  while [ "$folder" != "$root" ] && [ "$folder" != / ] && rmdir "$folder" 2>/dev/null; do
    folder=$(dirname "$folder")
  done
}

running() { [ -z "$root" ] && [ -d /run/systemd/system ]; }

if [ "$mode" = --uninstall ] && running; then
  systemctl stop 'gpiopress@*.service' || true
  for link in /etc/systemd/system/*.wants/gpiopress@*.service; do
    [ ! -L "$link" ] || systemctl disable "$(basename "$link")"
  done
fi

put 755 "${release:-}/bin/gpiopress" bin/gpiopress
if [ "$mode" = --uninstall ]; then
  rm -rf "$root$prefix/share/gpiopress"
  prune "$root$prefix/share"
else
  for board in boards/*; do put 644 "$board" "share/gpiopress/$board"; done
fi
put 644 "${work:-}/man" share/man/man1/gpiopress.1
put 644 "${work:-}/bash" share/bash-completion/completions/gpiopress
put 644 "${work:-}/zsh" "share/zsh/$zsh/_gpiopress"
put 644 "${work:-}/fish" share/fish/vendor_completions.d/gpiopress.fish
put 644 "${work:-}/unit" lib/systemd/system/gpiopress@.service
put 644 packaging/sysusers.conf lib/sysusers.d/gpiopress.conf
put 644 packaging/tmpfiles.conf lib/tmpfiles.d/gpiopress.conf
put 644 packaging/60-gpiopress.rules lib/udev/rules.d/60-gpiopress.rules

if [ "$mode" = --uninstall ]; then
  # Panels that somebody wrote are kept.
  [ ! -d "$root$sysconf" ] || prune "$root$sysconf"
  if [ -z "$root" ]; then
    rm -rf /run/gpiopress
    ! running || systemctl daemon-reload
    echo "uninstalled; what is left: the user gpiopress (userdel gpiopress), panels in $sysconf," \
      "and recordings in /var/lib/gpiopress"
  fi
  exit
fi
install -d -m 755 "$root$sysconf"
if running; then
  systemd-sysusers "$prefix/lib/sysusers.d/gpiopress.conf"
  systemd-tmpfiles --create "$prefix/lib/tmpfiles.d/gpiopress.conf"
  systemctl daemon-reload
  udevadm control --reload
  # A device has to match both kinds of conditions, so uinput is asked for alone.
  udevadm trigger --subsystem-match=gpio --subsystem-match=spidev --subsystem-match=pwm \
    --subsystem-match=leds --subsystem-match=ws2812-pio-rp1
  udevadm trigger --sysname-match=uinput
fi
