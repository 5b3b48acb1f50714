#ifndef CBOARDS_H
#define CBOARDS_H

#include <stdint.h>

/* The board profiles that were linked into the program by scripts/embed-boards.sh, and their length in
   bytes; NULL in a program that has them in files. */
const char *cb_boards(uint32_t *length);

#endif
