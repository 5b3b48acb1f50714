/*
 * Waiting to the point, for a thread that toggles lines; and what is known of the wall clock.
 */
#ifndef CPANELLINUX_TIMING_H
#define CPANELLINUX_TIMING_H

#include <stdint.h>

/* Lets this thread's waits end as exactly as the kernel can; 50 us late is usual else. */
void pl_timing_precise(void);
/* Sleeps until an instant of CLOCK_MONOTONIC. */
void pl_timing_sleep_until(int64_t instant_ns);

/* Whether something keeps the wall clock right, as the kernel knows it: 1, 0, or -errno. */
int32_t pl_clock_is_synchronised(void);

#endif
