/* What both shims share, and the choice between them. */
#ifndef GP_SHARED_H
#define GP_SHARED_H

#include "CGpiod.h"

#include <errno.h>
#include <fcntl.h>
#include <gpiod.h>
#include <string.h>

/* libgpiod has no version macro, and both headers share their guard; only 1.x defines macros. */
#if defined(GPIOD_LINE_BULK_MAX_LINES) || defined(GPIOD_BIT)
#define GP_LIBGPIOD_1 1
#define GP_LIBRARY_BIAS_DISABLED GPIOD_LINE_BIAS_DISABLE
#else
#define GP_LIBGPIOD_1 0
#define GP_LIBRARY_BIAS_DISABLED GPIOD_LINE_BIAS_DISABLED
#endif

struct gp_chip {
  struct gpiod_chip *chip;
};

/* -errno of the call that just failed; a failure that names no reason is EIO. */
static inline int32_t gp_error(void) { return errno > 0 ? -errno : -EIO; }

/* Copies at most 31 bytes and always ends them; NULL counts as empty. */
static inline void gp_copy(char target[GP_NAME_SIZE], const char *text) {
  memset(target, 0, GP_NAME_SIZE);
  for (int i = 0; text && i < GP_NAME_SIZE - 1 && text[i]; i++)
    target[i] = text[i];
}

/* A bias in our numbers, from the library's; 1.6 has no word for one that it does not know. */
static inline uint8_t gp_bias_of(int library) {
  switch (library) {
  case GP_LIBRARY_BIAS_DISABLED:
    return GP_BIAS_DISABLED;
  case GPIOD_LINE_BIAS_PULL_UP:
    return GP_BIAS_PULL_UP;
  case GPIOD_LINE_BIAS_PULL_DOWN:
    return GP_BIAS_PULL_DOWN;
  case GPIOD_LINE_BIAS_AS_IS:
    return GP_BIAS_AS_IS;
  default:
    return GP_BIAS_UNKNOWN;
  }
}

/* A line's facts, from what the library says of it; its debounce is not among them. */
static inline void gp_describe(struct gp_line_info *info, uint32_t offset, int is_used,
                               int direction, int is_active_low, int bias, const char *name,
                               const char *consumer) {
  info->offset = offset;
  info->debounce_us = 0;
  info->is_used = is_used != 0;
  info->is_output = direction == GPIOD_LINE_DIRECTION_OUTPUT;
  info->is_active_low = is_active_low != 0;
  info->bias = gp_bias_of(bias);
  gp_copy(info->name, name);
  gp_copy(info->consumer, consumer);
}

/* Whether lines can be requested like that. */
static inline int gp_is_request(const struct gp_chip *chip, const char *consumer,
                                const struct gp_line_config *lines, uint32_t count,
                                struct gp_request **out) {
  return chip && consumer && lines && out && count > 0 && count <= GP_MAX_LINES;
}

/* A read that blocks would hold up the removal of its chip, so none may. */
static inline int32_t gp_set_nonblocking(int descriptor) {
  int flags = fcntl(descriptor, F_GETFL);
  if (flags < 0 || fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) < 0)
    return gp_error();
  return 0;
}

#endif
