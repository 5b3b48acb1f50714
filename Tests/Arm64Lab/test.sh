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
reported() { grep -q "$1" /run/lab/journal; }
arrived() { grep -q "$1" /run/lab/arrived; }

# A chip as a Raspberry Pi 5 has it, plugged and unplugged at will.
config=/sys/kernel/config/gpio-sim/lab
device() { echo "/dev/$(cat "$config/bank/chip_name")"; }
unplug() {
  echo 0 >"$config/live"
}
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
mkdir -p /run/lab
chmod 777 /run/lab
journalctl -f -n all -u "$unit" -o cat >/run/lab/journal 2>/dev/null &
printf 'listener 1883 127.0.0.1\nallow_anonymous true\nuser root\n' >/run/lab/broker.conf
mosquitto -c /run/lab/broker.conf >/run/lab/broker 2>&1 &
# By its number: the machine has no /etc/hosts.
soon mosquitto_pub -h 127.0.0.1 -t lab -n 2>/dev/null
mosquitto_sub -h 127.0.0.1 -t 'gpiopress/#' -v >/run/lab/arrived &

# A device that is there already gets its group at the installation.
plug
is_of_group() { [ "$(stat -c %G:%a "$(device)")" = "$1" ]; }
check "a chip is root's before" is_of_group root:600
check "the package installs" dpkg -i /lab/gpiopress.deb
check "and the group's afterwards" soon is_of_group gpio:660
unplug
gpiopress --version
cp /lab/panel.yaml /etc/gpiopress/panel.yaml
chmod 644 /etc/gpiopress/panel.yaml
check "the panel is right" gpiopress check /etc/gpiopress/panel.yaml

# Before its chip is there: it runs, and the status says what is missing.
check "the service starts without its chip" systemctl start "$unit"
check "the status names what is missing" soon status_has "waiting for go (GPIO17)"
plug
check "the chip is found when it comes" soon status_has "running, its line is open"
check "the device is the group's" is_of_group gpio:660
check "the broker has the panel" soon arrived 'gpiopress/panel/availability online'
check "it runs as its own user" test "$(stat -c %U "/proc/$(property MainPID)")" = gpiopress
echo "resident: $(grep VmRSS "/proc/$(property MainPID)/status")"

# On a machine that is too slow for it, a short press becomes a long one.
tapped() { press 0.05 && sleep 1 && reported '"event":"tap"'; }
check "a tap is reported" soon tapped
check "and arrives at the broker" soon arrived 'event/go {"event_type":"tap"'
press 2.5
check "a confirm is reported" soon reported '"event":"confirm"'
check "and arrives at the broker" soon arrived 'event/go {"event_type":"confirm"'
check "its command ran in the sandbox" soon reported 'command of gpiopress'
check "no line was said against it" bash -c "! grep -qi 'denied\|not permitted' /run/lab/journal"

check "a reload is one" bash -c "systemctl reload $unit && sleep 2"
check "it is active after it" is ActiveState active
kill -KILL "$(property MainPID)"
check "a kill starts it again" soon is NRestarts 1
check "and it runs" soon is ActiveState active
check "it stops" systemctl stop "$unit"
check "with success" is Result success
check "the broker knows" soon arrived 'gpiopress/panel/availability offline'

# As docs/service.md says it.
mkdir -p "/etc/systemd/system/$unit.d"
cat >"/etc/systemd/system/$unit.d/override.conf" <<'OVERRIDE'
[Service]
ExecStart=
ExecStart=/usr/bin/gpiopress run /etc/gpiopress/%i.yaml --record /var/lib/gpiopress/records/%i
OVERRIDE
systemctl daemon-reload
check "it starts with recordings" systemctl start "$unit"
check "its line is open again" soon status_has "running, its line is open"
recorded() { press 0.05 && sleep 2 && grep -q ' go 0$' /var/lib/gpiopress/records/panel/panel-*.trace; }
check "the press is recorded" soon recorded
check "the recording is not for everybody" test \
  "$(stat -c %U:%a /var/lib/gpiopress/records/panel)" = gpiopress:750
replays() {
  gpiopress replay /etc/gpiopress/panel.yaml /var/lib/gpiopress/records/panel/*.trace |
    grep -q '"control":"go"'
}
check "a recording replays" replays
systemctl stop "$unit"
check "the unit is clean" systemd-analyze verify --man=no "$unit"
systemd-analyze security --no-pager "$unit" | tail -n 1

check "the package goes" dpkg --purge gpiopress
left=$(find / -xdev -name '*gpiopress*' -not -path '/lab/*' -not -path '/proc/*' -not -path '/sys/*' \
  -not -path '/var/log/*' 2>/dev/null)
check "nothing is left of it${left:+: $left}" test -z "$left"
check "nor its user" bash -c '! getent passwd gpiopress'
echo "END"
