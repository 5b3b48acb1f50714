#define _GNU_SOURCE
#include "loop.h"

#include <errno.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#define SECOND_NS 1000000000LL

int32_t pl_poll(struct pollfd *descriptors, uint32_t count, int64_t timeout_ns) {
  struct timespec limit = {timeout_ns / SECOND_NS, timeout_ns % SECOND_NS};
  int ready = ppoll(descriptors, count, timeout_ns < 0 ? NULL : &limit, NULL);
  if (ready >= 0)
    return ready;
  if (errno != EINTR)
    return -errno;
  for (uint32_t i = 0; i < count; i++)
    descriptors[i].revents = 0;
  return 0;
}

int32_t pl_signals_open(const int32_t *signals, uint32_t count) {
  sigset_t set;
  sigemptyset(&set);
  for (uint32_t i = 0; i < count; i++)
    if (sigaddset(&set, signals[i]) < 0)
      return -errno;
  /* Set, not added: what was blocked when we were started would be blocked for good. */
  int result = pthread_sigmask(SIG_SETMASK, &set, NULL);
  if (result != 0)
    return -result;
  int descriptor = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
  return descriptor < 0 ? -errno : descriptor;
}

int64_t pl_signals_take(int32_t descriptor) {
  /* Each waits at most once, so one read has them all. */
  struct signalfd_siginfo infos[16];
  ssize_t count = read(descriptor, infos, sizeof infos);
  if (count < 0)
    return errno == EAGAIN ? 0 : -errno;
  int64_t taken = 0;
  for (size_t i = 0; i < (size_t)count / sizeof infos[0]; i++)
    if (infos[i].ssi_signo < 63)
      taken |= INT64_C(1) << infos[i].ssi_signo;
  return taken;
}

int32_t pl_event_open(void) {
  int descriptor = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
  return descriptor < 0 ? -errno : descriptor;
}

int32_t pl_event_raise(int32_t descriptor) { return eventfd_write(descriptor, 1) < 0 ? -errno : 0; }

int32_t pl_event_clear(int32_t descriptor) {
  eventfd_t value;
  return eventfd_read(descriptor, &value) < 0 && errno != EAGAIN ? -errno : 0;
}

static int arm_clock_jumps(int descriptor) {
  /* Far in the future: only the cancellation is of interest. */
  time_t far = sizeof far < 8 ? (time_t)INT32_MAX : (time_t)(INT64_C(1) << 40);
  struct itimerspec never = {.it_value = {.tv_sec = far}};
  return timerfd_settime(descriptor, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &never, NULL);
}

int32_t pl_clock_jumps_open(void) {
  int descriptor = timerfd_create(CLOCK_REALTIME, TFD_NONBLOCK | TFD_CLOEXEC);
  if (descriptor < 0)
    return -errno;
  if (arm_clock_jumps(descriptor) == 0 || errno == ECANCELED)
    return descriptor;
  int reason = errno;
  close(descriptor);
  return -reason;
}

int32_t pl_clock_jumps_take(int32_t descriptor) {
  uint64_t expirations;
  if (read(descriptor, &expirations, sizeof expirations) >= 0)
    return 1;
  if (errno == EAGAIN)
    return 0;
  if (errno != ECANCELED)
    return -errno;
  return arm_clock_jumps(descriptor) == 0 || errno == ECANCELED ? 1 : -errno;
}
