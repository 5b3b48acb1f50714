#include "timing.h"

#include <errno.h>
#include <sys/prctl.h>
#include <sys/timex.h>
#include <time.h>

void pl_timing_precise(void) { prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL); }

void pl_timing_sleep_until(int64_t instant_ns) {
  struct timespec until = {
      .tv_sec = instant_ns / 1000000000,
      .tv_nsec = instant_ns % 1000000000,
  };

  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) == EINTR)
    ;
}

int32_t pl_clock_is_synchronised(void) {
  /* Without modes nothing is set. */
  struct timex state = {0};

  if (adjtimex(&state) < 0)
    return -errno;
  return (state.status & STA_UNSYNC) == 0;
}
