/*
 * Opening what is to be written only where it is what it should be: judged by the descriptor that is
 * then used, so that nothing can be swapped in between.
 *
 * Every result is a descriptor, or -errno, or one of the refusals below made negative.
 */
#ifndef CPANELLINUX_OWN_H
#define CPANELLINUX_OWN_H

#include <stdint.h>

/* Why a file is not written though it could be; beside the numbers of errno. */
enum pl_refusal {
  /* The path ends in a symbolic link, or goes by one that is neither ours nor root's. */
  PL_REFUSED_LINK = 1001,
  /* It is another kind of file. */
  PL_REFUSED_KIND = 1002,
  /* It belongs to somebody else. */
  PL_REFUSED_OWNER = 1003,
  /* It has a second name. */
  PL_REFUSED_NAMES = 1004,
};

/* How long a name in a folder may be, its NUL included. */
#define PL_NAME_SIZE 256

/*
 * Opens the folder of `path` for the calls that take one; nothing in it is opened. `name` becomes
 * what is to be in it. -EISDIR where the path ends in a slash.
 */
int32_t pl_folder_open(const char *path, char name[PL_NAME_SIZE]);

/*
 * Opens a regular file of our own for appending, emptied where `empties` is not 0, and made where
 * there is none; or a FIFO of our own or root's that has a reader.
 */
int32_t pl_own_open(const char *path, int32_t empties);

/*
 * Opens a character device with `access` (O_WRONLY, O_RDWR). It must have this major number, where
 * it is not 0, and be of this class of the kernel, where `class_name` is not NULL; a device of
 * another kind is not even opened, as to open one can mean something to it.
 */
int32_t pl_device_open(const char *path, int32_t access, uint32_t major_number,
                       const char *class_name);

/* Whether `path` still leads to the file of `descriptor`: 1 or 0. */
int32_t pl_is_same(int32_t descriptor, const char *path);

/* Whether `descriptor` is a regular file of sysfs: 1 or 0. */
int32_t pl_is_sysfs(int32_t descriptor);

#endif
