# Sourced by the first process of the lab's kernel: mounts what the tests use. The host's file system
# is the root, shared; whatever is written goes to file systems of the lab's own.
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev
mkdir -p /dev/pts /dev/shm
mount -t devpts devpts /dev/pts
mount -t tmpfs shm /dev/shm
mount -t configfs config /sys/kernel/config
mount -t debugfs debug /sys/kernel/debug
mount -t tmpfs run /run
