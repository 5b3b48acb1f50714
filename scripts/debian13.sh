#!/usr/bin/env bash
# Makes roots of Debian 13, once, and prints the folder that holds them. Names of parts as arguments:
#
#   build   folder: amd64 with Debian's own Swift and what the project needs to build and test, and
#           the files of arm64 below sysroot-arm64, with a Swift SDK that builds for it
#   clean   clean.tar: amd64 as small as apt can be used in it, for trying packages
#
# The packages come from the mirror that this machine's apt already uses; apt's own lists and sources
# are not touched. The folder lies outside the checkout, under a hash of this recipe; GPIOPRESS_CACHE
# names another place, and GPIOPRESS_DEBIAN13 another name of the suite. To have newer packages, remove it.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
cache=${GPIOPRESS_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/gpiopress}
suite=${GPIOPRESS_DEBIAN13:-trixie}

if [ "$(id -u)" -ne 0 ] || [ "$(dpkg --print-architecture)" != amd64 ]; then
  echo "debian13.sh: it needs root on Debian for amd64" >&2
  exit 1
fi
"$here/packages.sh" mmdebstrap util-linux >&2
key=$( (echo "$suite"; sed -n '/^# The recipe/,$p' "$0") | sha256sum | cut -c 1-16)
out=$cache/debian13-$key
mkdir -p "$out"
exec 9>"$out.lock"
flock 9

# The recipe.
mirror=$("$here/mirror.sh")

# What only editors and debuggers need of the compiler's package, and what nobody reads here.
left_out=()
for path in /usr/share/{doc,man,locale}/\* /usr/libexec/swift/share/docc/\* \
  /usr/libexec/swift/bin/{lldb\*,clangd,sourcekit-lsp,docc,swift-format,swift-build-sdk-interfaces} \
  /usr/libexec/swift/lib/{liblldb\*,libsourcekitdInProc.so,libLTO\*} \
  /usr/libexec/swift/lib/swift{,_static}/embedded/\* \
  /usr/libexec/swift/lib/swift/{migrator,FrameworkABIBaseline}/\*; do
  left_out+=("--dpkgopt=path-exclude=$path")
done

# Runs mmdebstrap with the arguments; what it says is shown only if it fails.
strap() {
  local log=$out/strap.log
  if ! mmdebstrap --quiet "$@" "$mirror" >"$log" 2>&1; then
    tail -n 20 "$log" >&2
    echo "debian13.sh: mmdebstrap failed; its last lines stand above" >&2
    exit 1
  fi
}

make_clean() {
  [ ! -f "$out/clean.tar" ] || return 0
  echo "making a clean root of Debian 13 (half a minute)" >&2
  strap --architectures=amd64 --variant=minbase --include=ca-certificates "$suite" "$out/clean.partial.tar"
  mv "$out/clean.partial.tar" "$out/clean.tar"
}

# The libraries of arm64 stand twice: below sysroot-arm64 for the compiler, and as packages for
# dpkg-shlibdeps, which says by them what a package for arm64 depends on.
make_build() {
  [ ! -d "$out/build" ] || return 0
  echo "making the roots of Debian 13 with its compiler (three to six minutes, 2 GB)" >&2
  local root=$out/build.partial sysroot=$out/build.partial/sysroot-arm64 link
  rm -rf "$root"
  strap --architectures=amd64,arm64 --variant=minbase "${left_out[@]}" \
    --include=swiftlang,libgpiod-dev,libyaml-dev,pkg-config,libc6-dev,libstdc++-14-dev \
    --include=make,git,gcc,python3,binutils,binutils-aarch64-linux-gnu,dpkg-dev \
    --include=mosquitto,mosquitto-clients,libmosquitto1,openssl,bash,zsh,fish,man-db \
    --include=libc6:arm64,libgcc-s1:arm64,libstdc++6:arm64,libgpiod3:arm64,libyaml-0-2:arm64 \
    "$suite" "$root"
  strap --architectures=arm64 --variant=extract \
    --include=libgpiod-dev,libyaml-dev,libc6-dev,libgcc-14-dev,libstdc++-14-dev,libswiftlang \
    "$suite" "$sysroot"
  for link in bin sbin lib; do
    [ -e "$sysroot/$link" ] || ln -s "usr/$link" "$sysroot/$link"
  done
  # The Swift library's modules and archives for arm64 are in the compiler's package for it.
  (cd "$out" && "$here/mirror.sh" --download arm64 "$suite" swiftlang)
  dpkg-deb --fsys-tarfile "$out"/swiftlang_*_arm64.deb |
    tar -x -C "$sysroot" --wildcards --exclude='*/embedded/*' --exclude='*/swift/host/*' \
      --exclude='*/swift/pm/*' --exclude='*/migrator/*' --exclude='*/FrameworkABIBaseline/*' \
      './usr/libexec/swift/lib/swift/*' './usr/libexec/swift/lib/swift_static/*' \
      './usr/libexec/swift/lib/clang/*/include/*' './usr/libexec/swift/lib/clang/*/lib/linux/*builtins*' \
      './usr/lib/swift'
  rm "$out"/swiftlang_*_arm64.deb
  [ -e "$sysroot/usr/lib/swift_static" ] ||
    ln -s ../libexec/swift/lib/swift_static "$sysroot/usr/lib/swift_static"
  describe_sdk "$root/sdks/debian13-arm64.artifactbundle"
  mkdir -p "$root/src"
  mv "$root" "$out/build"
}

# The bundle that `swift build --swift-sdk debian13-arm64` takes, with paths as they are in the root.
describe_sdk() {
  local bundle=$1
  mkdir -p "$bundle/arm64"
  cat >"$bundle/info.json" <<'JSON'
{ "schemaVersion": "1.0", "artifacts": { "debian13-arm64": {
  "type": "swiftSDK", "version": "1",
  "variants": [ { "path": "arm64",
    "supportedTriples": ["x86_64-pc-linux-gnu", "x86_64-unknown-linux-gnu"] } ] } } }
JSON
  cat >"$bundle/arm64/swift-sdk.json" <<'JSON'
{ "schemaVersion": "4.0", "targetTriples": { "aarch64-unknown-linux-gnu": {
  "sdkRootPath": "/sysroot-arm64",
  "swiftResourcesPath": "/sysroot-arm64/usr/libexec/swift/lib/swift",
  "swiftStaticResourcesPath": "/sysroot-arm64/usr/libexec/swift/lib/swift_static",
  "toolsetPaths": ["toolset.json"] } } }
JSON
  # GNU ld would make one segment that is both written and run, which systemd's sandbox refuses.
  cat >"$bundle/arm64/toolset.json" <<'JSON'
{ "schemaVersion": "1.0", "rootPath": "/usr/libexec/swift/bin",
  "swiftCompiler": { "extraCLIOptions": ["-use-ld=lld"] } }
JSON
}

for part in "$@"; do
  case $part in
    build) make_build ;;
    clean) make_clean ;;
    *)
      echo "debian13.sh: no part $part; there are build and clean" >&2
      exit 64
      ;;
  esac
done
echo "$out"
