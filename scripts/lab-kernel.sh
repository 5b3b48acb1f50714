#!/usr/bin/env bash
# Builds the User Mode Linux kernel of the lab from Debian's linux-source, once, and prints the
# folder that holds it: the kernel `linux` and, below modules/, the i2c-stub module.
#
# The result is cached outside the checkout by a hash of the source's version, the configuration and
# the recipe below. GPIOPRESS_CACHE names another cache folder. With --packages it installs what the
# build needs, and builds nothing. LAB_KERNEL=6.12 takes the source of another version that Debian has
# for this release (linux-source-6.12).
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
config="$here/../Tests/KernelLab/kernel.config"
cache=${GPIOPRESS_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/gpiopress}

linux_source=linux-source${LAB_KERNEL:+-$LAB_KERNEL}
"$here/packages.sh" util-linux "$linux_source" flex bison bc libelf-dev xz-utils make gcc libc6-dev kmod \
  device-tree-compiler >&2
[ "${1:-}" != --packages ] || exit 0

# Without a version it is a package that depends on the release's own.
source_package=${LAB_KERNEL:+$linux_source}
[ -n "$source_package" ] || source_package=$(dpkg-query -W -f '${Depends}' linux-source |
  grep -o 'linux-source-[0-9.]*' | head -n 1)
version=$(dpkg-query -W -f '${Version}' "$source_package")
archive=/usr/src/$source_package.tar.xz
key=$( (echo "$version"; cat "$config"; sed -n '/^# The recipe/,$p' "$0") | sha256sum | cut -c 1-16)
out=$cache/kernel-$key
mkdir -p "$cache"
# A second run waits for the first instead of building the same kernel beside it.
exec 9>"$out.lock"
flock 9
if [ -x "$out/linux" ]; then
  echo "$out"
  exit 0
fi

# The recipe.
echo "building the lab's kernel from $source_package $version (five to ten minutes)" >&2
build=$(mktemp -d "${TMPDIR:-/tmp}/gpiopress-kernel.XXXXXX")
trap 'rm -rf "$build"' EXIT
# Register headers of graphics chips and the kernel's own tests are bulk that this kernel never reads.
tar -xf "$archive" -C "$build" --strip-components=1 \
  --exclude='*/drivers/gpu/drm/amd/include' --exclude='*/tools/testing'
cd "$build"
# HZ is fixed at 100 for ARCH=um; at 1000 a simulated edge arrives within 1 to 3 ms.
sed -i '/^config HZ$/,/default/s/default [0-9]*/default 1000/' arch/um/Kconfig
if ! grep -A 2 '^config HZ$' arch/um/Kconfig | grep -q 'default 1000'; then
  echo "lab-kernel.sh: HZ was not found in arch/um/Kconfig; the recipe does not fit $version" >&2
  exit 1
fi
# Room for the registers of newer processors (AMX): their host refuses to restore a part of them.
sed -i 's/DEFINE_LONGS(HOST_FP_SIZE, 2696)/DEFINE_LONGS(HOST_FP_SIZE, 12288)/' \
  arch/x86/um/user-offsets.c
# The stub bus takes its devices from the device tree, where LED chips need a node for each channel.
sed -i 's|^\tret = i2c_add_adapter(&stub_adapter);|\tstub_adapter.dev.of_node = of_find_node_by_path("/i2c-stub");\n&|' \
  drivers/i2c/i2c-stub.c
if ! grep -q 'of_find_node_by_path' drivers/i2c/i2c-stub.c; then
  echo "lab-kernel.sh: the adapter was not found in i2c-stub.c; the recipe does not fit $version" >&2
  exit 1
fi
log=$cache/kernel-build.log
if ! { make ARCH=um allnoconfig KCONFIG_ALLCONFIG="$config" &&
  nice make ARCH=um -j "$(nproc)" linux modules; } >"$log" 2>&1; then
  tail -n 20 "$log" >&2
  echo "lab-kernel.sh: the kernel did not build; the whole log is $log" >&2
  exit 1
fi
partial=$out.partial
rm -rf "$partial"
mkdir -p "$partial/modules"
strip -o "$partial/linux" linux
find . -name '*.ko' -exec cp {} "$partial/modules/" \;
rm -rf "$out"
mv "$partial" "$out"
echo "$out"
