/*
 * Who presses, and what is started: the same for every program that is compared.
 *
 *   presses stamp FILE                         adds the time to the file: the command that a press starts
 *   presses turn ROUNDS DOWN_MS UP_MS PULL...  presses the lines of gpio-sim in turn, by the files of their
 *                                              pulls; for each press "INDEX STAMP_NS", from just before it
 *   presses burst EDGES GAP_US PULL            moves one line so many times; it ends open
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { most_lines = 64 };

static int64_t now_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static void rest_us(long duration) {
  struct timespec rest = {duration / 1000000, duration % 1000000 * 1000};
  while (clock_nanosleep(CLOCK_MONOTONIC, 0, &rest, &rest) == EINTR)
    ;
}

static int set_pull(int file, const char *pull) {
  return pwrite(file, pull, strlen(pull), 0) < 0 ? -1 : 0;
}

static int stamp(const char *path) {
  int64_t started = now_ns();
  int file = open(path, O_WRONLY | O_CREAT | O_APPEND, 0644);
  char text[32];
  int length = snprintf(text, sizeof text, "%" PRId64 "\n", started);
  return file >= 0 && write(file, text, (size_t)length) == length ? 0 : -1;
}

static int turn(long rounds, long down_us, long up_us, int count, char **paths) {
  int files[most_lines];
  if (count > most_lines) {
    errno = E2BIG;
    return -1;
  }
  for (int index = 0; index < count; index++) {
    files[index] = open(paths[index], O_WRONLY);
    if (files[index] < 0)
      return -1;
  }
  for (long round = 0; round < rounds; round++) {
    for (int index = 0; index < count; index++) {
      int64_t pressed = now_ns();
      if (set_pull(files[index], "pull-down") != 0)
        return -1;
      rest_us(down_us);
      if (set_pull(files[index], "pull-up") != 0)
        return -1;
      printf("%d %" PRId64 "\n", index, pressed);
      rest_us(up_us);
    }
  }
  return fflush(stdout);
}

static int burst(long edges, long gap_us, const char *path) {
  int file = open(path, O_WRONLY);
  if (file < 0)
    return -1;
  for (long edge = 0; edge < edges; edge++) {
    if (set_pull(file, edge % 2 == 0 ? "pull-down" : "pull-up") != 0)
      return -1;
    rest_us(gap_us);
  }
  return set_pull(file, "pull-up");
}

int main(int count, char **arguments) {
  int result = -1;
  const char *mode = count > 1 ? arguments[1] : "";
  if (strcmp(mode, "stamp") == 0 && count == 3)
    result = stamp(arguments[2]);
  else if (strcmp(mode, "turn") == 0 && count > 5)
    result = turn(atol(arguments[2]), atol(arguments[3]) * 1000, atol(arguments[4]) * 1000,
                  count - 5, arguments + 5);
  else if (strcmp(mode, "burst") == 0 && count == 5)
    result = burst(atol(arguments[2]), atol(arguments[3]), arguments[4]);
  else
    errno = EINVAL;
  if (result != 0)
    perror("presses");
  return result == 0 ? 0 : 1;
}
