/*
 * Commands as children: their start, their signals and their end, by a pidfd where there is one.
 *
 * Every result is >= 0, or -errno. For one thread, the only one that waits for children.
 */
#ifndef CPANELLINUX_CHILD_H
#define CPANELLINUX_CHILD_H

#include <stdint.h>
#include <sys/types.h>

/* A child that was started. */
struct pl_child {
  /* Its process id, also that of its group. */
  int32_t id;
  /* A pidfd, readable once it has ended; -1 on kernels before 5.3. Close it. */
  int32_t watch;
};

/*
 * Starts argv[0] (sought in PATH) in a process group of its own, with no signal blocked or ignored
 * and nothing to read. Its output goes to `output`, its errors to `errors`.
 */
int32_t pl_child_start(char *const argv[], char *const environment[], int32_t output,
                       int32_t errors, struct pl_child *child);

/*
 * Sends a signal to the child's whole group. -ESRCH or -ECHILD where the group is gone or its end
 * was taken away: then its number may be somebody else's, and nothing is sent.
 */
int32_t pl_child_signal(const struct pl_child *child, int32_t number);

/*
 * Whether the child has ended: 1, or 0 while it runs. -ECHILD where somebody else has taken its end.
 * It stays, so that its number stays its own, until `pl_child_release`.
 */
int32_t pl_child_has_ended(const struct pl_child *child);

/* Takes the end away: its exit status, or 256 and more for a signal. -EAGAIN while it runs. */
int32_t pl_child_release(const struct pl_child *child);

/* Lets the ends of children be waited for, whatever disposition of SIGCHLD was inherited. */
int32_t pl_children_wait(void);

/* A pipe whose ends are close-on-exec; reading never waits. */
int32_t pl_pipe_open(int32_t *reading, int32_t *writing);

#endif
