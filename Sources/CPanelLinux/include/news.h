/*
 * What the kernel reports devices that come and go (uevents): the only way for those that have no
 * file in /dev, as sysfs reports to nobody of files that appear in it.
 *
 * Every result is >= 0, or -errno.
 */
#ifndef CPANELLINUX_NEWS_H
#define CPANELLINUX_NEWS_H

#include <stdint.h>

/* A descriptor that becomes readable when a device comes or goes. */
int32_t pl_news_open(void);
/* Takes what was reported, a bounded part of it: 1 if one of `classes` has come or gone, else 0. */
int32_t pl_news_take(int32_t descriptor, const char *const classes[], uint32_t count);
/* The same for one message: for tests. */
int32_t pl_news_is_about(const char *message, uint32_t length, const char *const classes[],
                         uint32_t count);

#endif
