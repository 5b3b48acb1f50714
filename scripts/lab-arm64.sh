#!/usr/bin/env bash
# The package for arm64 on a machine that qemu emulates: Debian's kernel for arm64 that can simulate GPIO
# chips, Debian 13's own systemd, and the package as scripts/deb13.sh makes it. Tests/Arm64Lab/test.sh is what
# happens there. Ends with `N passed, N failed`. LAB_KEEP=1 keeps the folder with the console's log.
#
# The machine's file system is unpacked from packages whose own scripts are not run, as those would need the
# processor; those of our package do run. Kernel and packages are kept outside the checkout.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/packages.sh qemu-system-arm ipxe-qemu cpio xz-utils >&2
cache=${GPIOPRESS_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/gpiopress}
package=$(scripts/deb13.sh --made arm64)
[ -n "$package" ] || package=$(scripts/deb13.sh | grep _arm64)
run=$(mktemp -d "${TMPDIR:-/tmp}/gpiopress-arm64.XXXXXX")
trap '[ -n "${LAB_KEEP:-}" ] && echo "logs: $run" || rm -rf "$run"' EXIT

key=$(sed -n '/^# The recipe/,/^# The end of it/p' "$0" | sha256sum | cut -c 1-16)
base=$cache/arm64-$key
mkdir -p "$cache"
exec 9>"$base.lock"
flock 9
# The recipe.
# The kernel of backports: Debian 13's own has no gpio-sim.
if [ ! -d "$base" ]; then
  echo "fetching the machine's kernel and packages (a minute)" >&2
  partial=$base.partial
  rm -rf "$partial"
  mkdir -p "$partial/debs" "$partial/kernel" "$partial/root"
  # shellcheck disable=SC2016
  (cd "$partial/debs" && "$OLDPWD/scripts/mirror.sh" --run arm64 trixie,trixie-backports bash -c '
    kernel=$(apt-cache depends linux-image-cloud-arm64/trixie-backports |
      sed -n "s/.*Depends: linux-image-\(.*\)/\1/p" | head -n 1)
    (cd ../kernel && apt-get -q download "linux-modules-$kernel" "linux-binary-$kernel")
    archives=$PWD
    mkdir partial
    apt-get -q -y --no-install-recommends --download-only -o Dir::Cache::archives="$archives" install \
      "?essential" systemd-sysv udev kmod mosquitto mosquitto-clients libgpiod3 libyaml-0-2 libstdc++6' >/dev/null)
  for deb in "$partial"/kernel/*.deb; do dpkg-deb -x "$deb" "$partial/kernel"; done
  # dpkg is to know what is there, though it did not put it there.
  mkdir -p "$partial"/root/usr/{bin,sbin,lib} "$partial"/root/var/lib/dpkg/{info,updates}
  for link in bin sbin lib; do ln -s "usr/$link" "$partial/root/$link"; done
  for deb in "$partial"/debs/*.deb; do
    dpkg-deb --fsys-tarfile "$deb" |
      tar -x --keep-directory-symlink -C "$partial/root" --exclude='./usr/share/doc/*' \
        --exclude='./usr/share/man/*' --exclude='./usr/share/locale/*'
    dpkg-deb -f "$deb" | sed '1a Status: install ok installed'
    echo
  done >"$partial/root/var/lib/dpkg/status"
  for package_name in $(sed -n 's/^Package: //p' "$partial/root/var/lib/dpkg/status"); do
    : >"$partial/root/var/lib/dpkg/info/$package_name.list"
    : >"$partial/root/var/lib/dpkg/info/$package_name:arm64.list"
  done
  rm -r "$partial/debs"
  cp "$partial/root/usr/share/base-passwd/passwd.master" "$partial/root/etc/passwd"
  cp "$partial/root/usr/share/base-passwd/group.master" "$partial/root/etc/group"
  touch "$partial"/root/etc/{shadow,gshadow,fstab}
  # Else it would be a first boot, in which everything is enabled.
  echo 00000000000000000000000000000001 >"$partial/root/etc/machine-id"
  mv "$partial" "$base"
fi
# The end of it.
flock -u 9

cp -a "$base/root" "$run/root"
mkdir -p "$run/root/lab"
# Else systemd would first make the hardware database and other caches again: half a minute of emulation.
touch "$run/root/etc/.updated" "$run/root/var/.updated"
cp Tests/Arm64Lab/{test.sh,panel.yaml} "$run/root/lab/"
cp "$package" "$run/root/lab/gpiopress.deb"
cp Tests/Arm64Lab/lab.{service,target} "$run/root/etc/systemd/system/"
install -m 755 Tests/Arm64Lab/init.sh "$run/root/init"
chmod 755 "$run/root/lab/test.sh"
for module in configfs gpio-sim; do
  xz -dc "$(find "$base/kernel" -name "$module.ko.xz")" >"$run/root/lab/$module.ko"
done
(cd "$run/root" && find . | cpio --quiet -o -H newc) >"$run/root.cpio"

started=$SECONDS
# Its clock counts instructions and jumps over idle time, so that nothing times out on a busy host.
arguments="console=ttyAMA0 rdinit=/init panic=-1 loglevel=3 systemd.show_status=no systemd.unit=lab.target"
timeout --kill-after=5 3600 qemu-system-aarch64 -M virt -cpu cortex-a57 -icount shift=1,sleep=off -m 1536 \
  -nographic -no-reboot -nodefaults -serial stdio -kernel "$(find "$base/kernel" -name vmlinuz | head -n 1)" \
  -initrd "$run/root.cpio" -append "$arguments" \
  </dev/null 2>&1 | sed -u 's/\r$//' | tee "$run/console" | grep --line-buffered -v '^$' || true
passed=$(grep -c '^ok ' "$run/console" || true)
failed=$(grep -c '^FAIL ' "$run/console" || true)
if ! grep -q '^END' "$run/console"; then
  echo "FAIL the machine ended before its test did"
  failed=$((failed + 1))
fi
echo "the machine ran for $((SECONDS - started)) s"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
