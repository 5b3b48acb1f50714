/* Memory of a process that is at rest. */
#ifndef CPANELLINUX_MEMORY_H
#define CPANELLINUX_MEMORY_H

#include <stdint.h>

/*
 * Gives back the pages of code and constants that this process has touched so far, and free memory.
 * They stay in the files, and mostly in the kernel's cache: what is needed again comes at its next use.
 * How many bytes of code may have gone; what is locked stays.
 */
int64_t pl_memory_give_back(void);

#endif
