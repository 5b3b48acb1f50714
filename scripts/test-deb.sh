#!/usr/bin/env bash
# Tries the packages that scripts/deb13.sh has made: lintian finds no error; the one for amd64 is installed in
# a clean Debian 13 with no recommended package, used, verified by that Debian's systemd, and purged, and
# nothing is left; the program for arm64 plays the demo and every trace under qemu-user.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/packages.sh lintian qemu-user-static >&2
folder=$(scripts/debian13.sh build clean)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "test-deb.sh: $1" >&2; exit 1; }
amd64=$(scripts/deb13.sh --made amd64)
arm64=$(scripts/deb13.sh --made arm64)
if [ -z "$amd64" ] || [ -z "$arm64" ]; then fail "no packages; make deb13 makes them"; fi

echo "lintian"
lintian --allow-root --fail-on error "$amd64" "$arm64" </dev/null

echo "a clean Debian 13"
mkdir "$work/root"
tar -x -C "$work/root" -f "$folder/clean.tar"
# What is looked for in two places: names in folders, and lines of the lists of users.
cat >"$work/root/snapshot" <<'SNAPSHOT'
find / -xdev \( -path /proc -o -path /sys -o -path /dev -o -path /src -o -path /run -o -path /tmp \
  -o -path /var/lib/dpkg -o -path /var/lib/apt -o -path /var/cache -o -path /var/log -o -path /root \) \
  -prune -o -print | grep -v -e '-$' -e '^/etc/.pwd.lock$' | sort
sort /etc/passwd /etc/group /etc/shadow /etc/gshadow
SNAPSHOT
scripts/in-root.sh "$work/root" bash -e -c '
exec </dev/null
apt-get -q update >/tmp/log 2>&1
# What the package needs comes first, so that the comparison is of the package alone.
depends=$(dpkg-deb -f "/src/$1" Depends | sed -e "s/([^)]*)//g" -e "s/|[^,]*//g" -e "s/,/ /g")
apt-get -q -y --no-install-recommends install $depends man-db >>/tmp/log 2>&1
bash /snapshot >/tmp/before
apt-get -q -y --no-install-recommends install "/src/$1" >>/tmp/log 2>&1 || { tail /tmp/log; exit 1; }
cd /tmp
gpiopress --version
gpiopress demo | grep -q "\"event\":\"confirm\""
gpiopress init raspberry-pi-5 >/etc/gpiopress/panel.yaml
chmod 644 /etc/gpiopress/panel.yaml
gpiopress check /etc/gpiopress/panel.yaml | grep -q J8-
id gpiopress
for group in gpio spi i2c input; do id -nG gpiopress | grep -qw "$group"; done
systemd-tmpfiles --create gpiopress.conf
[ "$(stat -c %U:%a /run/gpiopress)" = gpiopress:755 ]
said=$(systemd-analyze verify --man=no gpiopress@panel.service 2>&1) || true
[ -z "$said" ] || { echo "$said"; exit 1; }
systemd-analyze security --offline=yes --threshold=20 --no-pager gpiopress@panel.service |
  tail -n 1
systemctl enable gpiopress@panel.service 2>/dev/null
apt-get -q -y purge gpiopress >>/tmp/log 2>&1 || { tail /tmp/log; exit 1; }
bash /snapshot >/tmp/after
diff /tmp/before /tmp/after || { echo "purge left or took the lines above"; exit 1; }
' bash "$amd64"

echo "arm64 under qemu-user"
dpkg-deb -x "$arm64" "$work/arm64"
program=(qemu-aarch64-static -L "$folder/build/sysroot-arm64" "$work/arm64/usr/bin/gpiopress")
"${program[@]}" --version
"${program[@]}" demo >"$work/demo"
grep -q '"event":"confirm"' "$work/demo" || fail "the demo of arm64 reported no confirm"
export GPIOPRESS_BOARDS=$work/arm64/usr/share/gpiopress/boards
scripts/traces.sh "${program[@]}"
