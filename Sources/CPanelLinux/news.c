#define _GNU_SOURCE
#include "news.h"

#include <errno.h>
#include <linux/netlink.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* One turn's share; the rest keeps the descriptor readable. */
#define MOST_AT_ONCE 32

int32_t pl_news_open(void) {
  struct sockaddr_nl address = {.nl_family = AF_NETLINK, .nl_groups = 1};
  int descriptor =
      socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_KOBJECT_UEVENT);
  if (descriptor < 0)
    return -errno;
  if (bind(descriptor, (const struct sockaddr *)&address, sizeof address) == 0)
    return descriptor;
  int32_t result = -errno;
  close(descriptor);
  return result;
}

int32_t pl_news_is_about(const char *message, uint32_t length, const char *const classes[],
                         uint32_t count) {
  int has_moved = 0, is_ours = 0;
  /* Texts that end in NUL: `add@/devices/...`, then `KEY=value`. */
  for (uint32_t begin = 0; begin < length;) {
    const char *text = message + begin;
    uint32_t size = (uint32_t)strnlen(text, length - begin);
    if (begin + size == length)
      break;
    begin += size + 1;
    if (strcmp(text, "ACTION=add") == 0 || strcmp(text, "ACTION=remove") == 0)
      has_moved = 1;
    for (uint32_t i = 0; i < count; i++)
      if (strncmp(text, "SUBSYSTEM=", 10) == 0 && strcmp(text + 10, classes[i]) == 0)
        is_ours = 1;
  }
  return has_moved && is_ours;
}

int32_t pl_news_take(int32_t descriptor, const char *const classes[], uint32_t count) {
  char message[8192];
  int32_t result = 0;
  for (int i = 0; i < MOST_AT_ONCE; i++) {
    ssize_t length = recv(descriptor, message, sizeof message, MSG_DONTWAIT);
    /* More came than was kept: anything may have happened. */
    if (length < 0 && errno == ENOBUFS)
      result = 1;
    else if (length < 0)
      return errno == EAGAIN || errno == EINTR ? result : -errno;
    else if (pl_news_is_about(message, (uint32_t)length, classes, count))
      result = 1;
  }
  return result;
}
