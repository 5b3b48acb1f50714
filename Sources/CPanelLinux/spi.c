#include "spi.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/spi/spidev.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "own.h"

/* The driver's number, which is assigned for good. */
#define SPIDEV_MAJOR 153

static int set_up(int descriptor, uint32_t speed_hz) {
  uint8_t mode = SPI_MODE_0;
  uint8_t bits = 8;
  if (ioctl(descriptor, SPI_IOC_WR_MODE, &mode) < 0)
    return -errno;
  if (ioctl(descriptor, SPI_IOC_WR_BITS_PER_WORD, &bits) < 0)
    return -errno;
  if (ioctl(descriptor, SPI_IOC_WR_MAX_SPEED_HZ, &speed_hz) < 0)
    return -errno;
  return 0;
}

int32_t pl_spi_open(const char *path, uint32_t speed_hz) {
  int32_t descriptor = pl_device_open(path, O_RDWR, SPIDEV_MAJOR, NULL);
  if (descriptor < 0)
    return descriptor;
  int32_t result = set_up(descriptor, speed_hz);
  if (result == 0)
    return descriptor;
  close(descriptor);
  return result;
}

int32_t pl_spi_send(int32_t descriptor, const uint8_t *bytes, uint32_t count, uint32_t speed_hz) {
  struct spi_ioc_transfer transfer;
  /* A transfer of nothing hangs some kernels. */
  if (count == 0)
    return 0;
  memset(&transfer, 0, sizeof transfer);
  transfer.tx_buf = (uintptr_t)bytes;
  transfer.len = count;
  transfer.speed_hz = speed_hz;
  transfer.bits_per_word = 8;
  while (ioctl(descriptor, SPI_IOC_MESSAGE(1), &transfer) < 0) {
    if (errno != EINTR)
      return -errno;
  }
  return 0;
}

int32_t pl_spi_check(int32_t descriptor) {
  uint8_t mode;
  return ioctl(descriptor, SPI_IOC_RD_MODE, &mode) < 0 ? -errno : 0;
}

int32_t pl_spi_buffer_size(void) {
  char text[16];
  int descriptor = open("/sys/module/spidev/parameters/bufsiz", O_RDONLY | O_CLOEXEC);
  if (descriptor < 0)
    return -errno;
  ssize_t count = read(descriptor, text, sizeof text - 1);
  close(descriptor);
  if (count <= 0)
    return -EIO;
  text[count] = 0;
  return (int32_t)atol(text);
}
