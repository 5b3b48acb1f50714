/*
 * The least that a program can do with libgpiod, to compare with and to test the lab itself.
 *
 *   bare watch LABEL LINE   one line with a pull-up, each edge as "STAMP_NS LEVEL", at once
 *   bare run LABEL LINE COMMAND [ARGUMENT]...   the same line, the command at each falling edge
 *   bare arrivals           for each line of standard input: "ARRIVED_NS LINE"
 */
#include <errno.h>
#include <glob.h>
#include <gpiod.h>
#include <inttypes.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

// What a falling edge starts, or NULL: then all edges are printed.
static char **command;
extern char **environ;

static int start_command(void) {
  pid_t child;
  int failure = posix_spawn(&child, command[0], NULL, NULL, command, environ);
  if (failure != 0)
    errno = failure;
  return failure == 0 ? 0 : -1;
}

static int handle_edge(int64_t stamp_ns, int rising) {
  char text[48];
  if (command != NULL)
    return rising ? 0 : start_command();
  int length = snprintf(text, sizeof text, "%" PRId64 " %d\n", stamp_ns, rising);
  return write(STDOUT_FILENO, text, (size_t)length) == length ? 0 : -1;
}

#if defined(GPIOD_LINE_BULK_MAX_LINES)

static struct gpiod_chip *open_labelled(const char *path, const char *label) {
  struct gpiod_chip *chip = gpiod_chip_open(path);
  if (chip != NULL && strcmp(gpiod_chip_label(chip), label) != 0) {
    gpiod_chip_close(chip);
    chip = NULL;
  }
  return chip;
}

static int watch_line(struct gpiod_chip *chip, unsigned int offset) {
  struct gpiod_line *line = gpiod_chip_get_line(chip, offset);
  struct gpiod_line_event event;
  if (line == NULL || gpiod_line_request_both_edges_events_flags(
                          line, "bare", GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_UP) != 0)
    return -1;
  while (gpiod_line_event_wait(line, NULL) == 1 && gpiod_line_event_read(line, &event) == 0) {
    int64_t stamp_ns = (int64_t)event.ts.tv_sec * 1000000000 + event.ts.tv_nsec;
    if (handle_edge(stamp_ns, event.event_type == GPIOD_LINE_EVENT_RISING_EDGE) != 0)
      return -1;
  }
  return -1;
}

#else

static struct gpiod_chip *open_labelled(const char *path, const char *label) {
  struct gpiod_chip *chip = gpiod_chip_open(path);
  struct gpiod_chip_info *info = chip == NULL ? NULL : gpiod_chip_get_info(chip);
  int found = info != NULL && strcmp(gpiod_chip_info_get_label(info), label) == 0;
  gpiod_chip_info_free(info);
  if (chip != NULL && !found) {
    gpiod_chip_close(chip);
    chip = NULL;
  }
  return chip;
}

static int watch_line(struct gpiod_chip *chip, unsigned int offset) {
  struct gpiod_line_settings *settings = gpiod_line_settings_new();
  struct gpiod_line_config *lines = gpiod_line_config_new();
  struct gpiod_request_config *config = gpiod_request_config_new();
  struct gpiod_edge_event_buffer *buffer = gpiod_edge_event_buffer_new(16);
  if (settings == NULL || lines == NULL || config == NULL || buffer == NULL)
    return -1;
  gpiod_line_settings_set_edge_detection(settings, GPIOD_LINE_EDGE_BOTH);
  gpiod_line_settings_set_bias(settings, GPIOD_LINE_BIAS_PULL_UP);
  gpiod_request_config_set_consumer(config, "bare");
  if (gpiod_line_config_add_line_settings(lines, &offset, 1, settings) != 0)
    return -1;
  struct gpiod_line_request *request = gpiod_chip_request_lines(chip, config, lines);
  if (request == NULL)
    return -1;
  for (;;) {
    int count = gpiod_line_request_read_edge_events(request, buffer, 16);
    if (count < 0)
      return -1;
    for (int index = 0; index < count; index++) {
      struct gpiod_edge_event *event = gpiod_edge_event_buffer_get_event(buffer, (size_t)index);
      int rising = gpiod_edge_event_get_event_type(event) == GPIOD_EDGE_EVENT_RISING_EDGE;
      if (handle_edge((int64_t)gpiod_edge_event_get_timestamp_ns(event), rising) != 0)
        return -1;
    }
  }
}

#endif

static int watch(const char *label, const char *offset) {
  glob_t nodes;
  if (glob("/dev/gpiochip*", 0, NULL, &nodes) != 0)
    return -1;
  for (size_t index = 0; index < nodes.gl_pathc; index++) {
    struct gpiod_chip *chip = open_labelled(nodes.gl_pathv[index], label);
    if (chip != NULL)
      return watch_line(chip, (unsigned int)strtoul(offset, NULL, 10));
  }
  errno = ENOENT;
  return -1;
}

static int arrivals(void) {
  char text[4096];
  while (fgets(text, sizeof text, stdin) != NULL) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    printf("%" PRId64 " %s", (int64_t)now.tv_sec * 1000000000 + now.tv_nsec, text);
    fflush(stdout);
  }
  return 0;
}

int main(int count, char **arguments) {
  int result = -1;
  if (count == 4 && strcmp(arguments[1], "watch") == 0)
    result = watch(arguments[2], arguments[3]);
  else if (count > 4 && strcmp(arguments[1], "run") == 0) {
    command = arguments + 4;
    signal(SIGCHLD, SIG_IGN); // Nobody asks how they ended.
    result = watch(arguments[2], arguments[3]);
  } else if (count == 2 && strcmp(arguments[1], "arrivals") == 0)
    result = arrivals();
  else
    errno = EINVAL;
  if (result != 0)
    perror("bare");
  return result == 0 ? 0 : 1;
}
