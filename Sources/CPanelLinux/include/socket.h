/*
 * Sockets by which programs speak to ours: how one is made so that nobody gets in before it is ready,
 * how one that nobody listens to is reported from one in use, and how it is spoken to without waiting.
 *
 * Every result is >= 0, or -errno, or a refusal of own.h made negative. Every descriptor is
 * non-blocking and close-on-exec. The calls about files need /proc.
 */
#ifndef CPANELLINUX_SOCKET_H
#define CPANELLINUX_SOCKET_H

#include <stdint.h>

/* Beside the refusals of own.h: this process may not give the file that group. */
enum { PL_REFUSED_GROUP = 1005 };

/* Which file a socket is, so that no other is removed in its place. */
struct pl_socket_file {
  uint64_t device;
  uint64_t number;
};

/*
 * Listens as `name` in `folder` (pl_folder_open), with `mode`, and with `group` unless that is
 * negative. The file appears there only when all that is done: -EEXIST if something has the name.
 */
int32_t pl_socket_listen(int32_t folder, const char *name, int64_t group, uint32_t mode,
                         struct pl_socket_file *file);

/*
 * Whether somebody listens to the socket at `path`, which is `name` in `folder`: 1 and the process
 * (0 where the kernel does not say), or 0 for what a process left that is gone. -PL_REFUSED_KIND
 * where something else than a socket of this kind is there.
 */
int32_t pl_socket_probe(int32_t folder, const char *name, const char *path, int32_t *process);

/*
 * Removes a socket to which nobody listens: 0. -EADDRINUSE if somebody began to listen meanwhile;
 * the file is left to them.
 */
int32_t pl_socket_clear(int32_t folder, const char *name);

/* Whether `name` in `folder` is still the file: 1 or 0. */
int32_t pl_socket_is_there(int32_t folder, const char *name, const struct pl_socket_file *file);

/* Removes `name` from `folder` if it is still the file: 0. */
int32_t pl_socket_remove(int32_t folder, const char *name, const struct pl_socket_file *file);

/* A program that has connected, and its process (0 where the kernel does not say); -EAGAIN for none. */
int32_t pl_socket_accept(int32_t listener, int32_t *process);

/* Connects to the socket at `path`: -EAGAIN where too many wait already, -ECONNREFUSED for nobody. */
int32_t pl_socket_connect(const char *path);

/* Takes what was sent: how many bytes, 0 at the end, -EAGAIN for nothing yet. */
int32_t pl_socket_receive(int32_t descriptor, void *bytes, uint32_t count);

/* Reports the other side that nothing more will be sent; it may go on sending. */
int32_t pl_socket_end_sending(int32_t descriptor);

/* The number of the group called `name`, or of the number that it is; -ENOENT for none. */
int64_t pl_group_number(const char *name);

#endif
