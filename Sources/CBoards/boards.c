#include "CBoards.h"

#include <stddef.h>

/* Weak: a program without them has no such symbols. */
extern const char _binary_pl_boards_start[] __attribute__((weak));
extern const char _binary_pl_boards_end[] __attribute__((weak));

const char *cb_boards(uint32_t *length) {
  const char *volatile start = _binary_pl_boards_start;
  if (!start) {
    *length = 0;
    return NULL;
  }
  *length = (uint32_t)(_binary_pl_boards_end - _binary_pl_boards_start);
  return start;
}
