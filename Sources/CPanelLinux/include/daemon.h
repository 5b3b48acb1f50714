/* What a daemon asks of the system once: priority, a word to its manager. */
#ifndef CPANELLINUX_DAEMON_H
#define CPANELLINUX_DAEMON_H

#include <stdint.h>

/*
 * Real-time priority 1 ... 99 for this thread, and all memory kept in RAM; what it starts later is
 * ordinary again. 0, or -errno of what failed.
 */
int32_t pl_set_priority(int32_t priority);
/* An ordinary thread again, and no memory kept in RAM any more. */
int32_t pl_clear_priority(void);

/* Sends `text` to the datagram socket at `path` (`@` before an abstract name); never waits. */
int32_t pl_notify(const char *path, const char *text);

#endif
