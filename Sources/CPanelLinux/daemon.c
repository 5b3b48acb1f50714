#define _GNU_SOURCE
#include "daemon.h"

#include <errno.h>
#include <sched.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

int32_t pl_set_priority(int32_t priority) {
  struct sched_param how = {.sched_priority = priority};
  if (sched_setscheduler(0, SCHED_FIFO | SCHED_RESET_ON_FORK, &how) < 0)
    return -errno;
  return mlockall(MCL_CURRENT | MCL_FUTURE) < 0 ? -errno : 0;
}

int32_t pl_clear_priority(void) {
  struct sched_param how = {.sched_priority = 0};
  /* The flag stays: to take it away needs a right that to set it did not. */
  if (sched_setscheduler(0, SCHED_OTHER | SCHED_RESET_ON_FORK, &how) < 0)
    return -errno;
  return munlockall() < 0 ? -errno : 0;
}

int32_t pl_notify(const char *path, const char *text) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  size_t length = strlen(path);
  if (length == 0 || length >= sizeof address.sun_path)
    return -EINVAL;
  memcpy(address.sun_path, path, length);
  if (path[0] == '@')
    address.sun_path[0] = 0;
  int descriptor = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (descriptor < 0)
    return -errno;
  socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length);
  ssize_t sent =
      sendto(descriptor, text, strlen(text), MSG_NOSIGNAL, (const struct sockaddr *)&address, size);
  int32_t result = sent < 0 ? -errno : 0;
  close(descriptor);
  return result;
}
