#include "uinput.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/uinput.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "own.h"

/* The kernel's miscellaneous devices, of which uinput is one. */
#define MISC_MAJOR 10

/* So that rules of udev can tell it from others: "gp", on no bus. */
#define VENDOR 0x6770
#define PRODUCT 1
#define VERSION 1

/* Changes in one write. */
#define MOST_AT_ONCE 16

static int32_t set_up(int descriptor, const char *name, const uint16_t *codes, uint32_t count) {
  struct uinput_setup setup;
  memset(&setup, 0, sizeof setup);
  setup.id.bustype = BUS_VIRTUAL;
  setup.id.vendor = VENDOR;
  setup.id.product = PRODUCT;
  setup.id.version = VERSION;
  strncpy(setup.name, name, sizeof setup.name - 1);
  /* Without EV_REP: the kernel repeats nothing by itself, and a reader gets what was written. */
  if (ioctl(descriptor, UI_SET_EVBIT, EV_KEY) < 0)
    return -errno;
  for (uint32_t i = 0; i < count; i++)
    if (ioctl(descriptor, UI_SET_KEYBIT, (int)codes[i]) < 0)
      return -errno;
  if (ioctl(descriptor, UI_DEV_SETUP, &setup) < 0)
    return -errno;
  return ioctl(descriptor, UI_DEV_CREATE) < 0 ? -errno : 0;
}

int32_t pl_keyboard_open(const char *path, const char *name, const uint16_t *codes,
                         uint32_t count) {
  int32_t descriptor = pl_device_open(path, O_WRONLY, MISC_MAJOR, NULL);
  if (descriptor < 0)
    return descriptor;
  int32_t result = set_up(descriptor, name, codes, count);
  if (result == 0)
    return descriptor;
  close(descriptor);
  return result;
}

static int32_t write_all(int32_t descriptor, const char *bytes, size_t count) {
  while (count > 0) {
    ssize_t written = write(descriptor, bytes, count);
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0)
      return written < 0 ? -errno : -EIO;
    bytes += written;
    count -= (size_t)written;
  }
  return 0;
}

int32_t pl_keyboard_send(int32_t descriptor, const struct pl_key_change *changes, uint32_t count) {
  struct input_event events[2 * MOST_AT_ONCE];
  int32_t result = 0;
  while (count > 0 && result == 0) {
    uint32_t part = count < MOST_AT_ONCE ? count : MOST_AT_ONCE;
    /* Their stamps are the kernel's; EV_SYN and SYN_REPORT are 0. */
    memset(events, 0, sizeof events);
    for (uint32_t i = 0; i < part; i++) {
      events[2 * i].type = EV_KEY;
      events[2 * i].code = changes[i].code;
      events[2 * i].value = changes[i].is_down != 0;
    }
    result = write_all(descriptor, (const char *)events, 2 * part * sizeof events[0]);
    changes += part;
    count -= part;
  }
  return result;
}
