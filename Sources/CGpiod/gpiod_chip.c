/* What libgpiod 1.6 and 2.x do alike. */
#include "shared.h"

#include <stdlib.h>

int32_t gp_chip_open(const char *path, struct gp_chip **out) {
  if (!path || !out)
    return -EINVAL;
  struct gp_chip *chip = calloc(1, sizeof *chip);
  if (!chip)
    return -ENOMEM;
  errno = 0;
  chip->chip = gpiod_chip_open(path);
  if (!chip->chip) {
    int32_t result = gp_error();
    free(chip);
    return result;
  }
  *out = chip;
  return 0;
}

void gp_chip_close(struct gp_chip *chip) {
  if (!chip)
    return;
  gpiod_chip_close(chip->chip);
  free(chip);
}
