// Counts heap allocations of the program that links it.
#ifndef CALLOCATIONS_H
#define CALLOCATIONS_H

#include <stdint.h>

/// How often memory was asked for so far, by any thread.
int64_t allocation_count(void);

#endif
