/*
 * A keyboard that is a program, through the kernel's uinput: set-up by ioctls, keys by structures.
 *
 * Every result is >= 0, or -errno, or a refusal of own.h made negative.
 */
#ifndef CPANELLINUX_UINPUT_H
#define CPANELLINUX_UINPUT_H

#include <stdint.h>

/* A key that goes down or up; its number is one of linux/input-event-codes.h. */
struct pl_key_change {
  uint16_t code;
  uint16_t is_down;
};

/*
 * Makes a keyboard of exactly these keys through the device at `path` (/dev/uinput): a descriptor.
 * Non-blocking and close-on-exec. The open itself may wait while the kernel loads its module.
 */
int32_t pl_keyboard_open(const char *path, const char *name, const uint16_t *codes, uint32_t count);

/*
 * Writes changes in their order, a report for each: the change and its SYN_REPORT. Waits for nothing.
 * 0, or -errno where not all of them were taken.
 */
int32_t pl_keyboard_send(int32_t descriptor, const struct pl_key_change *changes, uint32_t count);

#endif
