#define _GNU_SOURCE
#include "own.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/magic.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>
#include <unistd.h>

/* As many as the kernel itself follows. */
#define MOST_LINKS 40

_Static_assert(PL_NAME_SIZE == NAME_MAX + 1, "a name has room");

static int is_trusted(uid_t owner) { return owner == 0 || owner == geteuid(); }

/* Takes `*folder` to what `link` points to: the folder it starts from, with the rest of the way. */
static int32_t follow(int link, int *folder, char *rest) {
  char target[PATH_MAX];
  ssize_t length = readlinkat(link, "", target, sizeof target);
  if (length < 0)
    return -errno;
  size_t left = strlen(rest);
  if ((size_t)length + 1 + left >= PATH_MAX)
    return -ENAMETOOLONG;
  memmove(rest + length + 1, rest, left + 1);
  memcpy(rest, target, (size_t)length);
  rest[length] = '/';
  if (rest[0] != '/')
    return 0;
  close(*folder);
  *folder = open("/", O_PATH | O_DIRECTORY | O_CLOEXEC);
  return *folder < 0 ? -errno : 0;
}

/* Goes one folder down; a link on the way is followed if it is ours or root's. */
static int32_t enter(int *folder, const char *name, char *rest, int *links) {
  struct stat kind;
  int next = openat(*folder, name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
  if (next < 0)
    return -errno;
  if (fstat(next, &kind) < 0) {
    int32_t result = -errno;
    close(next);
    return result;
  }
  if (S_ISDIR(kind.st_mode)) {
    close(*folder);
    *folder = next;
    return 0;
  }
  int32_t result = -ENOTDIR;
  if (S_ISLNK(kind.st_mode)) {
    result = -PL_REFUSED_LINK;
    if (is_trusted(kind.st_uid))
      result = ++*links > MOST_LINKS ? -ELOOP : follow(next, folder, rest);
  }
  close(next);
  return result;
}

int32_t pl_folder_open(const char *path, char name[PL_NAME_SIZE]) {
  char rest[PATH_MAX];
  int links = 0;
  if (strlen(path) >= sizeof rest)
    return -ENAMETOOLONG;
  strcpy(rest, path);
  int folder = open(path[0] == '/' ? "/" : ".", O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0)
    return -errno;
  while (1) {
    char *begin = rest + strspn(rest, "/");
    size_t length = strcspn(begin, "/");
    int32_t result = 0;
    if (length > NAME_MAX)
      result = -ENAMETOOLONG;
    else if (length == 0)
      result = -EISDIR;
    if (result == 0) {
      memcpy(name, begin, length);
      name[length] = 0;
      if (begin[length] == 0)
        return folder;
      memmove(rest, begin + length, strlen(begin + length) + 1);
      result = enter(&folder, name, rest, &links);
    }
    if (result < 0) {
      if (folder >= 0)
        close(folder);
      return result;
    }
  }
}

/* 0 if it may be written. */
static int32_t judge(const struct stat *kind) {
  if (S_ISLNK(kind->st_mode))
    return -PL_REFUSED_LINK;
  if (S_ISFIFO(kind->st_mode))
    return is_trusted(kind->st_uid) ? 0 : -PL_REFUSED_OWNER;
  if (!S_ISREG(kind->st_mode))
    return -PL_REFUSED_KIND;
  if (kind->st_uid != geteuid())
    return -PL_REFUSED_OWNER;
  return kind->st_nlink > 1 ? -PL_REFUSED_NAMES : 0;
}

static int32_t open_in(int folder, const char *name, int32_t empties) {
  int flags = O_WRONLY | O_APPEND | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY | O_CLOEXEC;
  struct stat kind;
  /* Before it is opened, too: a device may take that for something. */
  if (fstatat(folder, name, &kind, AT_SYMLINK_NOFOLLOW) < 0) {
    if (errno != ENOENT)
      return -errno;
    flags |= O_CREAT | O_EXCL;
  } else {
    int32_t refusal = judge(&kind);
    if (refusal < 0)
      return refusal;
  }
  int descriptor = openat(folder, name, flags, 0644);
  if (descriptor < 0)
    return errno == ELOOP ? -PL_REFUSED_LINK : -errno;
  int32_t result = fstat(descriptor, &kind) < 0 ? -errno : judge(&kind);
  if (result == 0 && empties && S_ISREG(kind.st_mode) && ftruncate(descriptor, 0) < 0)
    result = -errno;
  if (result == 0)
    return descriptor;
  close(descriptor);
  return result;
}

int32_t pl_own_open(const char *path, int32_t empties) {
  char name[PL_NAME_SIZE];
  int32_t folder = pl_folder_open(path, name);
  if (folder < 0)
    return folder;
  int32_t result = open_in(folder, name, empties);
  close(folder);
  return result;
}

/* Whether the kernel has the device in this class. */
static int is_of_class(dev_t device, const char *name) {
  char path[64], target[PATH_MAX];
  snprintf(path, sizeof path, "/sys/dev/char/%u:%u/subsystem", major(device), minor(device));
  ssize_t length = readlink(path, target, sizeof target - 1);
  if (length < 0)
    return 0;
  target[length] = 0;
  const char *last = strrchr(target, '/');
  return strcmp(last ? last + 1 : target, name) == 0;
}

int32_t pl_device_open(const char *path, int32_t access, uint32_t major_number,
                       const char *class_name) {
  struct stat wanted, found;
  char link[32];
  int flags = access | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
  int place = open(path, O_PATH | O_CLOEXEC);
  if (place < 0)
    return -errno;
  int32_t result = fstat(place, &wanted) < 0 ? -errno : 0;
  if (result == 0 &&
      (!S_ISCHR(wanted.st_mode) || (major_number != 0 && major(wanted.st_rdev) != major_number) ||
       (class_name && !is_of_class(wanted.st_rdev, class_name))))
    result = -PL_REFUSED_KIND;
  if (result == 0) {
    snprintf(link, sizeof link, "/proc/self/fd/%d", place);
    result = open(link, flags);
    /* Without /proc, by the path once more. */
    if (result < 0 && errno == ENOENT)
      result = open(path, flags);
    if (result < 0)
      result = -errno;
  }
  close(place);
  if (result < 0)
    return result;
  if (fstat(result, &found) == 0 && S_ISCHR(found.st_mode) && found.st_rdev == wanted.st_rdev)
    return result;
  close(result);
  return -PL_REFUSED_KIND;
}

int32_t pl_is_same(int32_t descriptor, const char *path) {
  struct stat open_file, named;
  return fstat(descriptor, &open_file) == 0 && stat(path, &named) == 0 &&
         open_file.st_dev == named.st_dev && open_file.st_ino == named.st_ino;
}

int32_t pl_is_sysfs(int32_t descriptor) {
  struct stat kind;
  struct statfs system;
  return fstat(descriptor, &kind) == 0 && S_ISREG(kind.st_mode) &&
         fstatfs(descriptor, &system) == 0 && system.f_type == SYSFS_MAGIC;
}
