#define _GNU_SOURCE
#include "loop.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
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
  int result = pthread_sigmask(SIG_BLOCK, &set, NULL);
  if (result != 0)
    return -result;
  int descriptor = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
  return descriptor < 0 ? -errno : descriptor;
}

int32_t pl_signals_read(int32_t descriptor) {
  struct signalfd_siginfo info;
  ssize_t count = read(descriptor, &info, sizeof info);
  if (count == (ssize_t)sizeof info)
    return (int32_t)info.ssi_signo;
  return count < 0 ? -errno : -EIO;
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

int32_t pl_is_socket(int32_t descriptor) {
  struct stat kind;
  return fstat(descriptor, &kind) == 0 && S_ISSOCK(kind.st_mode);
}

int32_t pl_write_file_now(int32_t descriptor, const void *bytes, uint32_t count) {
  /* poll passes over negative numbers. */
  if (descriptor < 0)
    return -EBADF;
  /* O_NONBLOCK would be seen by everyone who shares the descriptor, such as the shell. A pipe that
     polls as writable takes a page without blocking. */
  struct pollfd ready = {.fd = descriptor, .events = POLLOUT};
  if (poll(&ready, 1, 0) < 0)
    return -errno;
  if (!(ready.revents & (POLLOUT | POLLERR | POLLHUP | POLLNVAL)))
    return -EAGAIN;
  ssize_t written = write(descriptor, bytes, count < 4096 ? count : 4096);
  return written < 0 ? -errno : (int32_t)written;
}

int32_t pl_reopen_pipe(int32_t descriptor) {
  struct stat kind;
  if (fstat(descriptor, &kind) < 0)
    return -errno;
  if (!S_ISFIFO(kind.st_mode))
    return -ESPIPE;
  char path[32];
  snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
  int own = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC);
  return own < 0 ? -errno : own;
}

int32_t pl_write_pipe(int32_t descriptor, const void *bytes, uint32_t count) {
  ssize_t written = write(descriptor, bytes, count);
  return written < 0 ? -errno : (int32_t)written;
}

int32_t pl_write_now(int32_t descriptor, const void *bytes, uint32_t count) {
  if (!pl_is_socket(descriptor))
    return pl_write_file_now(descriptor, bytes, count);
  ssize_t written = send(descriptor, bytes, count, MSG_DONTWAIT | MSG_NOSIGNAL);
  return written < 0 ? -errno : (int32_t)written;
}

static int prepare(posix_spawn_file_actions_t *files, posix_spawnattr_t *how, int32_t output,
                   int32_t errors) {
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  int result = posix_spawn_file_actions_addopen(files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  if (result == 0)
    result = posix_spawn_file_actions_adddup2(files, output, STDOUT_FILENO);
  if (result == 0)
    result = posix_spawn_file_actions_adddup2(files, errors, STDERR_FILENO);
  if (result == 0)
    result = posix_spawnattr_setflags(how, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK |
                                               POSIX_SPAWN_SETSIGDEF);
  if (result == 0)
    result = posix_spawnattr_setpgroup(how, 0);
  if (result == 0)
    result = posix_spawnattr_setsigmask(how, &none);
  if (result == 0)
    result = posix_spawnattr_setsigdefault(how, &all);
  return result;
}

pid_t pl_spawn(char *const argv[], char *const environment[], int32_t output, int32_t errors) {
  posix_spawn_file_actions_t files;
  posix_spawnattr_t how;
  int result = posix_spawn_file_actions_init(&files);
  if (result != 0)
    return -result;
  result = posix_spawnattr_init(&how);
  if (result != 0) {
    posix_spawn_file_actions_destroy(&files);
    return -result;
  }
  pid_t child = 0;
  result = prepare(&files, &how, output, errors);
  if (result == 0)
    result = posix_spawnp(&child, argv[0], &files, &how, argv, environment);
  posix_spawnattr_destroy(&how);
  posix_spawn_file_actions_destroy(&files);
  return result == 0 ? child : -result;
}
