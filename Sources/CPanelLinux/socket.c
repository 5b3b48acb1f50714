#define _GNU_SOURCE
#include "socket.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "own.h"

/* As many may wait to be accepted; more than are served at once. */
#define BACKLOG 64

/* Room for `/proc/self/fd/`, a number, and a name of ours. */
#define WAY_SIZE 64
#define OWN_NAME_SIZE 32

/* A name that nobody guesses, for what is not ready yet or is about to go. */
static int32_t make_own_name(char name[OWN_NAME_SIZE]) {
  uint64_t number;
  if (getrandom(&number, sizeof number, 0) != sizeof number)
    return -errno;
  snprintf(name, OWN_NAME_SIZE, ".gpiopress-%016" PRIx64, number);
  return 0;
}

static int open_socket(void) {
  return socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
}

static int32_t make_address(const char *path, struct sockaddr_un *address) {
  memset(address, 0, sizeof *address);
  address->sun_family = AF_UNIX;
  if (path[0] == 0)
    return -ENOENT;
  if (strlen(path) >= sizeof address->sun_path)
    return -ENAMETOOLONG;
  strcpy(address->sun_path, path);
  return 0;
}

/* Connects to what is at `path`. */
static int32_t connect_to(const char *path) {
  struct sockaddr_un address;
  int32_t result = make_address(path, &address);
  if (result < 0)
    return result;
  int descriptor = open_socket();
  if (descriptor < 0)
    return -errno;
  if (connect(descriptor, (struct sockaddr *)&address, sizeof address) == 0)
    return descriptor;
  result = -errno;
  close(descriptor);
  return result;
}

/* The way to a name of ours in a folder, whatever the folder's own name and length. */
static void make_way(int32_t folder, const char *own_name, char way[WAY_SIZE]) {
  snprintf(way, WAY_SIZE, "/proc/self/fd/%" PRId32 "/%s", folder, own_name);
}

static int32_t process_of(int descriptor) {
  struct ucred peer;
  socklen_t size = sizeof peer;
  if (getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &size) < 0)
    return 0;
  return peer.pid;
}

/* What a try to connect says: 1 somebody listens, 0 nobody. */
static int32_t judge(int32_t connected, int32_t *process) {
  if (connected >= 0) {
    *process = process_of(connected);
    close(connected);
    return 1;
  }
  switch (connected) {
  case -ECONNREFUSED:
    return 0;
  /* Somebody listens, and has more to accept than may wait. */
  case -EAGAIN:
    return 1;
  case -EPROTOTYPE:
    return -PL_REFUSED_KIND;
  default:
    return connected;
  }
}

/* Gives the file its group and then its mode, by a descriptor, so that no other file is meant. */
static int32_t give_rights(int32_t folder, const char *name, int64_t group, uint32_t mode,
                           struct pl_socket_file *file) {
  struct stat kind;
  char way[WAY_SIZE];
  int32_t result = 0;
  int descriptor = openat(folder, name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
  if (descriptor < 0)
    return -errno;
  snprintf(way, sizeof way, "/proc/self/fd/%d", descriptor);
  if (fstat(descriptor, &kind) < 0)
    result = -errno;
  else if (!S_ISSOCK(kind.st_mode) || kind.st_uid != geteuid())
    result = -PL_REFUSED_OWNER;
  else if (group >= 0 && fchownat(descriptor, "", (uid_t)-1, (gid_t)group, AT_EMPTY_PATH) < 0)
    result = errno == EPERM ? -PL_REFUSED_GROUP : -errno;
  else if (chmod(way, mode) < 0)
    result = -errno;
  file->device = kind.st_dev;
  file->number = kind.st_ino;
  close(descriptor);
  return result;
}

int32_t pl_socket_listen(int32_t folder, const char *name, int64_t group, uint32_t mode,
                         struct pl_socket_file *file) {
  char draft[OWN_NAME_SIZE], way[WAY_SIZE];
  struct sockaddr_un address;
  int32_t result = make_own_name(draft);
  if (result < 0)
    return result;
  make_way(folder, draft, way);
  result = make_address(way, &address);
  if (result < 0)
    return result;
  int descriptor = open_socket();
  if (descriptor < 0)
    return -errno;
  /* The mode of the file that bind makes, before any chmod could come too late. */
  if (fchmod(descriptor, 0600) < 0 ||
      bind(descriptor, (struct sockaddr *)&address, sizeof address) < 0) {
    result = -errno;
    close(descriptor);
    return result;
  }
  result = give_rights(folder, draft, group, mode, file);
  if (result == 0 && listen(descriptor, BACKLOG) < 0)
    result = -errno;
  if (result == 0 && linkat(folder, draft, folder, name, 0) < 0)
    result = -errno;
  unlinkat(folder, draft, 0);
  if (result == 0)
    return descriptor;
  close(descriptor);
  return result;
}

int32_t pl_socket_probe(int32_t folder, const char *name, const char *path, int32_t *process) {
  struct stat kind;
  *process = 0;
  if (fstatat(folder, name, &kind, AT_SYMLINK_NOFOLLOW) < 0)
    return -errno;
  if (!S_ISSOCK(kind.st_mode))
    return -PL_REFUSED_KIND;
  return judge(connect_to(path), process);
}

int32_t pl_socket_clear(int32_t folder, const char *name) {
  char aside[OWN_NAME_SIZE], way[WAY_SIZE];
  int32_t process;
  int32_t result = make_own_name(aside);
  if (result < 0)
    return result;
  /* Moved before it is looked at again: what is judged is then what is removed. */
  if (renameat(folder, name, folder, aside) < 0)
    return -errno;
  make_way(folder, aside, way);
  result = pl_socket_probe(folder, aside, way, &process);
  if (result != 0 && linkat(folder, aside, folder, name, 0) < 0 && errno != EEXIST)
    result = -errno;
  if (unlinkat(folder, aside, 0) < 0 && result == 0)
    result = -errno;
  return result > 0 ? -EADDRINUSE : result;
}

int32_t pl_socket_is_there(int32_t folder, const char *name, const struct pl_socket_file *file) {
  struct stat kind;
  return fstatat(folder, name, &kind, AT_SYMLINK_NOFOLLOW) == 0 && kind.st_dev == file->device &&
         kind.st_ino == file->number;
}

int32_t pl_socket_remove(int32_t folder, const char *name, const struct pl_socket_file *file) {
  if (!pl_socket_is_there(folder, name, file))
    return 0;
  return unlinkat(folder, name, 0) < 0 ? -errno : 0;
}

int32_t pl_socket_accept(int32_t listener, int32_t *process) {
  int descriptor = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
  if (descriptor < 0)
    return -errno;
  *process = process_of(descriptor);
  return descriptor;
}

int32_t pl_socket_connect(const char *path) { return connect_to(path); }

int32_t pl_socket_receive(int32_t descriptor, void *bytes, uint32_t count) {
  ssize_t result = recv(descriptor, bytes, count, MSG_DONTWAIT);
  return result < 0 ? -errno : (int32_t)result;
}

int32_t pl_socket_end_sending(int32_t descriptor) {
  return shutdown(descriptor, SHUT_WR) < 0 ? -errno : 0;
}

int64_t pl_group_number(const char *name) {
  struct group entry, *found = NULL;
  char room[1 << 14];
  int error = getgrnam_r(name, &entry, room, sizeof room, &found);
  if (found != NULL)
    return found->gr_gid;
  char *end;
  errno = 0;
  unsigned long number = strtoul(name, &end, 10);
  if (name[0] >= '0' && name[0] <= '9' && *end == 0 && errno == 0 && number < UINT32_MAX)
    return (int64_t)number;
  return error == 0 || error == ENOENT || error == ESRCH ? -ENOENT : -error;
}
