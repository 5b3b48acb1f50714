#define _GNU_SOURCE
#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/types.h>
#include <unistd.h>

/* null, zero and full of the memory devices (major 1) answer at once. */
static int is_immediate(const struct stat *kind) {
  unsigned minor = minor(kind->st_rdev);
  return S_ISCHR(kind->st_mode) && major(kind->st_rdev) == 1 &&
         (minor == 3 || minor == 5 || minor == 7);
}

/* The multiplexer of pseudo terminals (5:2): opened once more it is another terminal. */
static int is_multiplexer(const struct stat *kind) {
  return major(kind->st_rdev) == 5 && minor(kind->st_rdev) == 2;
}

/* O_NONBLOCK on the descriptor itself would be seen by all who share it, such as the shell. */
static int reopen(int descriptor) {
  char path[32];
  snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
  return open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
}

int32_t pl_output_open(int32_t descriptor, int32_t *own) {
  struct stat kind;
  *own = -1;
  if (fstat(descriptor, &kind) < 0)
    return -errno;
  int flags = fcntl(descriptor, F_GETFL);
  if (flags < 0)
    return -errno;
  if ((flags & O_ACCMODE) == O_RDONLY || (flags & O_PATH))
    return -EBADF;
  if (S_ISSOCK(kind.st_mode))
    return PL_OUTPUT_SOCKET;
  if (is_immediate(&kind))
    return PL_OUTPUT_PLAIN;
  int is_terminal = S_ISCHR(kind.st_mode) && isatty(descriptor) && !is_multiplexer(&kind);
  if (!is_terminal && !S_ISFIFO(kind.st_mode))
    return PL_OUTPUT_SLOW;
  *own = reopen(descriptor);
  if (*own < 0)
    return PL_OUTPUT_SLOW;
  return is_terminal ? PL_OUTPUT_TERMINAL : PL_OUTPUT_PIPE;
}

int32_t pl_output_write(int32_t descriptor, const void *bytes, uint32_t count) {
  ssize_t written = write(descriptor, bytes, count);
  return written < 0 ? -errno : (int32_t)written;
}

int32_t pl_output_send(int32_t descriptor, const void *bytes, uint32_t count) {
  ssize_t written = send(descriptor, bytes, count, MSG_DONTWAIT | MSG_NOSIGNAL);
  return written < 0 ? -errno : (int32_t)written;
}

int32_t pl_output_take_back(int32_t descriptor, uint32_t count) {
  struct stat kind;
  if (fstat(descriptor, &kind) < 0)
    return -errno;
  if (!S_ISREG(kind.st_mode))
    return -ESPIPE;
  off_t end = lseek(descriptor, 0, SEEK_CUR);
  if (end < 0)
    return -errno;
  /* Another's line stands behind ours. */
  if (end != kind.st_size || end < (off_t)count)
    return -EBUSY;
  if (ftruncate(descriptor, end - (off_t)count) < 0)
    return -errno;
  return lseek(descriptor, end - (off_t)count, SEEK_SET) < 0 ? -errno : 0;
}
