/*
 * What an event loop needs of Linux and Swift's import of the C library does not have.
 *
 * Every result is >= 0, or -errno. Every descriptor is non-blocking and close-on-exec.
 */
#ifndef CPANELLINUX_LOOP_H
#define CPANELLINUX_LOOP_H

#include <poll.h>
#include <stdint.h>

/* Waits for one of `count` descriptors; a negative timeout is none. 0 also where a signal came. */
int32_t pl_poll(struct pollfd *descriptors, uint32_t count, int64_t timeout_ns);

/* Blocks these signals in this thread, and no others, and gives a descriptor that reports them. */
int32_t pl_signals_open(const int32_t *signals, uint32_t count);
/* The signals that came, bit n for number n, in one read; 0 where there is none. */
int64_t pl_signals_take(int32_t descriptor);

/* A descriptor that `pl_event_raise` makes readable until `pl_event_clear`. */
int32_t pl_event_open(void);
int32_t pl_event_raise(int32_t descriptor);
int32_t pl_event_clear(int32_t descriptor);

/* A descriptor that becomes readable when the wall clock jumps, as it does at the end of a sleep. */
int32_t pl_clock_jumps_open(void);
/* Takes the jump and waits for the next: 1, or 0 where there was none. */
int32_t pl_clock_jumps_take(int32_t descriptor);

#endif
