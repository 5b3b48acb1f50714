#!/usr/bin/env bash
# Runs a command in another root, as root, with this checkout at /src and mounts of its own that are gone
# afterwards: scripts/in-root.sh FOLDER COMMAND...
set -euo pipefail
source=$(cd "$(dirname "$0")/.." && pwd)
root=$(cd "$1" && pwd)
shift
mkdir -p "$root/src"
[ ! -e /etc/resolv.conf ] || cp -L --remove-destination /etc/resolv.conf "$root/etc/resolv.conf"
# What of the caller's environment goes in, beside what any root needs.
kept=(HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 TERM=dumb
  DEBIAN_FRONTEND=noninteractive GPIOPRESS_BUILD=.build/debian13)
for name in http_proxy https_proxy no_proxy SOURCE_DATE_EPOCH GPIOPRESS_MAINTAINER; do
  [ -z "${!name:-}" ] || kept+=("$name=${!name}")
done
exec unshare --mount --pid --fork --kill-child bash -c '
set -e
mount -t proc proc "$1/proc"
mount --rbind /dev "$1/dev"
mount --bind "$2" "$1/src"
mount -t tmpfs run "$1/run"
root=$1
shift 2
exec chroot "$root" /usr/bin/env -i "$@"' bash "$root" "$source" "${kept[@]}" "$@"
