#!/usr/bin/env bash
# Makes a Debian package of the program for the Debian that it runs on, and prints its path.
#
#   scripts/deb.sh            for this machine
#   scripts/deb.sh --arm64    for arm64, in the root of scripts/debian13.sh only
#
# GPIOPRESS_MAINTAINER names who makes it, as Debian writes it: Name <mail@example.org>.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/packages.sh dpkg-dev binutils pkg-config libgpiod-dev libyaml-dev >&2
build=${GPIOPRESS_BUILD:-.build}
# shellcheck source=/dev/null
. /etc/os-release
own=$(dpkg --print-architecture)
native=$PWD/$(scripts/release.sh)
release=$native architecture=$own
if [ "${1:-}" = --arm64 ]; then
  release=$PWD/$(scripts/release.sh --arm64) architecture=arm64
fi

# Older than a package of the same version from Debian itself would be, and one for each of its releases.
version=$(sed -n 's/.*static let text = "\(.*\)"/\1/p' Sources/gpiopress/Program/Version.swift)
version=$version-1~deb${VERSION_ID:?this is no release of Debian}
maintainer=${GPIOPRESS_MAINTAINER:-"gpiopress developers <gpiopress@example.org>"}
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || date +%s)}

tree=$build/deb-$architecture
rm -rf "$tree"
mkdir -p "$tree/DEBIAN"
PREFIX=/usr DESTDIR=$PWD/$tree GPIOPRESS_RELEASE=$release GPIOPRESS_MANUAL=$native/bin/gpiopress \
  scripts/install.sh
doc=$tree/usr/share/doc/gpiopress
mkdir -p "$doc"
cp README.md "$doc/"
sed -e '/@license@/{' -e 's/.*//' -e 'r /dev/stdin' -e 'd' -e '}' packaging/deb/copyright \
  < <(sed -n '/^Permission/,$p' LICENSE | sed -e 's/^$/./' -e 's/^/ /') >"$doc/copyright"
gzip -9n <CHANGELOG.md >"$doc/changelog.gz"
gzip -9n >"$doc/changelog.Debian.gz" <<CHANGELOG
gpiopress ($version) unstable; urgency=medium

  * See changelog.gz.

 -- $maintainer  $(date -R -u -d "@$SOURCE_DATE_EPOCH")
CHANGELOG
gzip -9n "$tree/usr/share/man/man1/gpiopress.1"
find "$tree" -type d -exec chmod 755 {} +
find "$tree/usr/share" -type f -exec chmod 644 {} +

# dpkg-shlibdeps wants a source package around it.
mkdir -p "$build/deb-source/debian"
printf 'Source: gpiopress\n\nPackage: gpiopress\nArchitecture: any\n' >"$build/deb-source/debian/control"
depends=$(cd "$build/deb-source" && DEB_HOST_ARCH=$architecture dpkg-shlibdeps -O \
  "$OLDPWD/$tree/usr/bin/gpiopress" | sed -n 's/^shlibs:Depends=//p')
size=$(du -k --apparent-size -s "$tree" | cut -f 1)
sed -e "s|@version@|$version|" -e "s|@architecture@|$architecture|" -e "s|@maintainer@|$maintainer|" \
  -e "s|@size@|$size|" -e "s/@depends@/$depends/" packaging/deb/control.in >"$tree/DEBIAN/control"
install -m 755 packaging/deb/{postinst,prerm,postrm} "$tree/DEBIAN/"
(cd "$tree" && find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum) >"$tree/DEBIAN/md5sums"
mkdir -p "$build/packages"
package=$build/packages/gpiopress_${version}_$architecture.deb
dpkg-deb --root-owner-group -Zxz --build "$tree" "$package" >&2
echo "$package"
