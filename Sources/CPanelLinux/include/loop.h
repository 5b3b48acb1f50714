/*
 * What an event loop needs of Linux and Swift's import of the C library does not have.
 *
 * Every result is >= 0, or -errno. Every descriptor is non-blocking and close-on-exec.
 */
#ifndef CPANELLINUX_LOOP_H
#define CPANELLINUX_LOOP_H

#include <poll.h>
#include <stdint.h>
#include <sys/types.h>

/* Waits for one of `count` descriptors; a negative timeout is none. 0 also where a signal came. */
int32_t pl_poll(struct pollfd *descriptors, uint32_t count, int64_t timeout_ns);

/* Blocks these signals in this thread and gives a descriptor that tells them. */
int32_t pl_signals_open(const int32_t *signals, uint32_t count);
/* The next signal's number, or -EAGAIN. */
int32_t pl_signals_read(int32_t descriptor);

/* A descriptor that `pl_event_raise` makes readable until `pl_event_clear`. */
int32_t pl_event_open(void);
int32_t pl_event_raise(int32_t descriptor);
int32_t pl_event_clear(int32_t descriptor);

/* A descriptor that becomes readable when the wall clock jumps, as it does at the end of a sleep. */
int32_t pl_clock_jumps_open(void);
/* Takes the jump and waits for the next: 1, or 0 where there was none. */
int32_t pl_clock_jumps_take(int32_t descriptor);

/* Writes what fits at once: how many bytes, or -EAGAIN, -EPIPE, ... Never blocks, never signals. */
int32_t pl_write_now(int32_t descriptor, const void *bytes, uint32_t count);
/* The same for a descriptor that is known to be no socket, with one call less. */
int32_t pl_write_file_now(int32_t descriptor, const void *bytes, uint32_t count);
/* Whether a descriptor is a socket: 1 or 0. */
int32_t pl_is_socket(int32_t descriptor);
/*
 * Opens the pipe of a descriptor once more for writing, so that it can be written without blocking
 * while nobody who shares the descriptor sees O_NONBLOCK. -ESPIPE where it is no pipe. Close it.
 */
int32_t pl_reopen_pipe(int32_t descriptor);
/* Writes to a non-blocking descriptor: how much, or -EAGAIN. */
int32_t pl_write_pipe(int32_t descriptor, const void *bytes, uint32_t count);

/*
 * Starts argv[0] (sought in PATH) in a process group of its own, with no signal blocked or ignored
 * and nothing to read. Its output goes to `output`, its errors to `errors`. The process id.
 */
pid_t pl_spawn(char *const argv[], char *const environment[], int32_t output, int32_t errors);

#endif
