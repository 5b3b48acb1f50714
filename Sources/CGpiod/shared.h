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
#else
#define GP_LIBGPIOD_1 0
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

/* A read that blocks would hold up the removal of its chip, so none may. */
static inline int32_t gp_set_nonblocking(int descriptor) {
  int flags = fcntl(descriptor, F_GETFL);
  if (flags < 0 || fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) < 0)
    return gp_error();
  return 0;
}

#endif
