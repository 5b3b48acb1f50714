#!/bin/bash
# Runs inside the emulated machine, as root under systemd: installs the package, starts the service on a
# simulated chip, presses, and takes all away again. Each line `ok` or `FAIL` is a result.
export PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8
unit=gpiopress@panel.service

ok() { echo "ok   $1"; }
bad() {
  echo "FAIL $1"
  systemctl --no-pager status "$unit" 2>&1 | head -n 20
  journalctl --no-pager -n 30 -u "$unit" -o cat
}
check() {
  local name=$1
  shift
  if "$@"; then ok "$name"; else bad "$name"; fi
}
# Tries a command again and again, for a minute: an emulated machine is slow.
soon() {
  local i
  for ((i = 0; i < 300; i++)); do
    if "$@"; then return 0; fi
    sleep 0.2
  done
  return 1
}
property() { systemctl show -P "$1" "$unit"; }
is() { [ "$(property "$1")" = "$2" ]; }
status_has() { [[ $(property StatusText) == *"$1"* ]]; }
reported() { journalctl --no-pager -u "$unit" -o cat | grep -q "$1"; }

# A chip as a Raspberry Pi 5 has it, plugged and unplugged at will.
config=/sys/kernel/config/gpio-sim/lab
plug() {
  mountpoint -q /sys/kernel/config || mount -t configfs config /sys/kernel/config
  mkdir -p "$config/bank"
  echo 54 >"$config/bank/num_lines"
  echo pinctrl-rp1 >"$config/bank/label"
  echo 1 >"$config/live"
  lines=/sys/devices/platform/$(cat "$config/dev_name")/$(cat "$config/bank/chip_name")
  echo pull-up >"$lines/sim_gpio17/pull"
}
press() {
  echo pull-down >"$lines/sim_gpio17/pull"
  sleep "$1"
  echo pull-up >"$lines/sim_gpio17/pull"
}

uname -rm
check "the package installs" dpkg -i /lab/gpiopress.deb
gpiopress --version
mkdir -p /run/lab
chmod 777 /run/lab
cp /lab/panel.yaml /etc/gpiopress/panel.yaml
chmod 644 /etc/gpiopress/panel.yaml
check "the panel is right" gpiopress check /etc/gpiopress/panel.yaml

# Before its chip is there: it runs, and the status says what is missing.
check "the service starts without its chip" systemctl start "$unit"
check "the status names what is missing" soon status_has "waiting for go (GPIO17)"
plug
check "the chip is found when it comes" soon status_has "running, its line is open"
check "the device is the group's" test "$(stat -c %G:%a /dev/"$(cat "$config/bank/chip_name")")" = gpio:660
check "it runs as its own user" test "$(stat -c %U "/proc/$(property MainPID)")" = gpiopress
echo "resident: $(grep VmRSS "/proc/$(property MainPID)/status")"

press 0.15
check "a tap is reported" soon reported '"event":"tap"'
press 2.5
check "a confirm is reported" soon reported '"event":"confirm"'
check "its command ran in the sandbox" soon reported 'command of gpiopress'
check "no line was said against it" bash -c "! journalctl -u $unit -o cat | grep -qi 'denied\|not permitted'"

check "a reload is one" bash -c "systemctl reload $unit && sleep 2"
check "it is active after it" is ActiveState active
kill -KILL "$(property MainPID)"
check "a kill starts it anew" soon is NRestarts 1
check "and it runs" soon is ActiveState active
check "it stops" systemctl stop "$unit"
check "with success" is Result success
check "the unit is clean" systemd-analyze verify --man=no "$unit"
systemd-analyze security --no-pager "$unit" | tail -n 1

check "the package goes" dpkg --purge gpiopress
left=$(find / -xdev -name '*gpiopress*' -not -path '/lab/*' -not -path '/proc/*' -not -path '/sys/*' \
  -not -path '/var/log/*' 2>/dev/null)
check "nothing is left of it${left:+: $left}" test -z "$left"
check "nor its user" bash -c '! getent passwd gpiopress'
echo "END"
