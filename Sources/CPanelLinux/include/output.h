/*
 * Writing to what others may share and read slowly, without ever waiting for it.
 *
 * Every result is >= 0, or -errno.
 */
#ifndef CPANELLINUX_OUTPUT_H
#define CPANELLINUX_OUTPUT_H

#include <stdint.h>

/* How a descriptor is written without waiting. */
enum {
  /* Just written: its device never waits, as /dev/null. */
  PL_OUTPUT_PLAIN = 0,
  /* Sent to: a call says for itself that it must not wait. */
  PL_OUTPUT_SOCKET = 1,
  /* Written through an open file of our own, which is non-blocking while the shared one is not. */
  PL_OUTPUT_PIPE = 2,
  PL_OUTPUT_TERMINAL = 3,
  /* No call of it is sure to return soon (a file on a disk): for a thread of its own. */
  PL_OUTPUT_SLOW = 4,
};

/*
 * Finds out how to write to a descriptor: one of the above. `own` becomes a descriptor to write to
 * and to close, or -1 where the descriptor itself is to be used.
 */
int32_t pl_output_open(int32_t descriptor, int32_t *own);

/* Writes what fits; waits where the descriptor does. How many bytes, or -EAGAIN, -EPIPE, ... */
int32_t pl_output_write(int32_t descriptor, const void *bytes, uint32_t count);
/* The same to a socket; never waits, never signals. */
int32_t pl_output_send(int32_t descriptor, const void *bytes, uint32_t count);

/*
 * Takes the last `count` bytes of a regular file away again, if they are still its end: 0, or why
 * not. For half a line that a full disk left.
 */
int32_t pl_output_take_back(int32_t descriptor, uint32_t count);

#endif
