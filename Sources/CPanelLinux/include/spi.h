/*
 * SPI devices as the kernel's spidev driver has them: an ioctl with a structure.
 *
 * Every result is >= 0, or -errno.
 */
#ifndef CPANELLINUX_SPI_H
#define CPANELLINUX_SPI_H

#include <stdint.h>

/*
 * Opens a device in mode 0, 8 bits a word, most significant bit first: a descriptor. What is no
 * device of the driver is refused (own.h) before it is opened.
 */
int32_t pl_spi_open(const char *path, uint32_t speed_hz);
/* Sends `count` bytes in one transfer, without a pause of ours; blocks until they are out. */
int32_t pl_spi_send(int32_t descriptor, const uint8_t *bytes, uint32_t count, uint32_t speed_hz);
/* How many bytes the driver takes in one transfer (the module's bufsiz). */
int32_t pl_spi_buffer_size(void);
/* Asks whether the device is still there; sends nothing. */
int32_t pl_spi_check(int32_t descriptor);

#endif
