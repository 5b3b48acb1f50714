#!/bin/bash
# The first process of the emulated machine: takes the modules in that simulated chips need, and becomes
# systemd, which runs lab.service.
export PATH=/usr/sbin:/usr/bin:/sbin:/bin
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev
for module in configfs gpio-sim; do insmod "/lab/$module.ko"; done
mkdir -p /run
exec /lib/systemd/systemd
