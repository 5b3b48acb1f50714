/* The shim over libgpiod 1.6: one kernel request a line, because its edge requests take one. */
#include "shared.h"

#if GP_LIBGPIOD_1

#include <stdlib.h>

/* The kernel's queue of one line; libgpiod reads no more at once either. */
#define EVENTS_AT_ONCE 16
#define CLOCK_NS 1000000000LL

struct gp_request {
  uint32_t count;
  uint32_t descriptor_count;
  struct gpiod_line *lines[GP_MAX_LINES];
  int descriptors[GP_MAX_LINES];
  uint32_t descriptor_line[GP_MAX_LINES];
};

int32_t gp_abi(void) { return 1; }

const char *gp_library_version(void) {
  const char *version = gpiod_version_string();
  return version ? version : "1";
}

uint32_t gp_capabilities(void) { return 0; }

int32_t gp_chip_get_info(struct gp_chip *chip, struct gp_chip_info *info) {
  if (!chip || !info)
    return -EINVAL;
  gp_copy(info->name, gpiod_chip_name(chip->chip));
  gp_copy(info->label, gpiod_chip_label(chip->chip));
  info->line_count = gpiod_chip_num_lines(chip->chip);
  return 0;
}

int32_t gp_chip_get_line_info(struct gp_chip *chip, uint32_t offset, struct gp_line_info *info) {
  if (!chip || !info)
    return -EINVAL;
  errno = 0;
  struct gpiod_line *line = gpiod_chip_get_line(chip->chip, offset);
  if (!line)
    return gp_error();
  gp_describe(info, offset, gpiod_line_is_used(line), gpiod_line_direction(line),
              gpiod_line_active_state(line) == GPIOD_LINE_ACTIVE_STATE_LOW, gpiod_line_bias(line),
              gpiod_line_name(line), gpiod_line_consumer(line));
  return 0;
}

static int flags_of(const struct gp_line_config *line) {
  int flags = line->is_active_low ? GPIOD_LINE_REQUEST_FLAG_ACTIVE_LOW : 0;
  switch (line->bias) {
  case GP_BIAS_DISABLED:
    return flags | GPIOD_LINE_REQUEST_FLAG_BIAS_DISABLE;
  case GP_BIAS_PULL_UP:
    return flags | GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_UP;
  case GP_BIAS_PULL_DOWN:
    return flags | GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_DOWN;
  default:
    return flags;
  }
}

static int32_t request_line(struct gp_chip *chip, const char *consumer,
                            const struct gp_line_config *config, struct gp_request *request) {
  if (config->debounce_us)
    return -EOPNOTSUPP;
  errno = 0;
  struct gpiod_line *line = gpiod_chip_get_line(chip->chip, config->offset);
  if (!line)
    return gp_error();
  struct gpiod_line_request_config how = {
      .consumer = consumer,
      .request_type = config->is_output     ? GPIOD_LINE_REQUEST_DIRECTION_OUTPUT
                      : config->wants_edges ? GPIOD_LINE_REQUEST_EVENT_BOTH_EDGES
                                            : GPIOD_LINE_REQUEST_DIRECTION_INPUT,
      .flags = flags_of(config),
  };
  if (gpiod_line_request(line, &how, config->initial_value) < 0)
    return gp_error();
  request->lines[request->count] = line;
  request->count += 1;
  if (config->is_output || !config->wants_edges)
    return 0;
  int descriptor = gpiod_line_event_get_fd(line);
  if (descriptor < 0)
    return gp_error();
  int32_t result = gp_set_nonblocking(descriptor);
  if (result < 0)
    return result;
  request->descriptors[request->descriptor_count] = descriptor;
  request->descriptor_line[request->descriptor_count] = request->count - 1;
  request->descriptor_count += 1;
  return 0;
}

int32_t gp_request_lines(struct gp_chip *chip, const char *consumer,
                         const struct gp_line_config *lines, uint32_t count, uint32_t event_buffer,
                         struct gp_request **out) {
  (void)event_buffer;
  if (!gp_is_request(chip, consumer, lines, count, out))
    return -EINVAL;
  struct gp_request *request = calloc(1, sizeof *request);
  if (!request)
    return -ENOMEM;
  for (uint32_t i = 0; i < count; i++) {
    int32_t result = request_line(chip, consumer, &lines[i], request);
    if (result < 0) {
      gp_request_release(request);
      return result;
    }
  }
  *out = request;
  return 0;
}

void gp_request_release(struct gp_request *request) {
  if (!request)
    return;
  for (uint32_t i = 0; i < request->count; i++)
    gpiod_line_release(request->lines[i]);
  free(request);
}

int32_t gp_request_descriptor_count(const struct gp_request *request) {
  return request ? (int32_t)request->descriptor_count : -EINVAL;
}

int32_t gp_request_descriptor(const struct gp_request *request, uint32_t which) {
  if (!request || which >= request->descriptor_count)
    return -EINVAL;
  return request->descriptors[which];
}

int32_t gp_request_read_events(struct gp_request *request, uint32_t which, struct gp_event *events,
                               uint32_t capacity) {
  if (!request || !events || capacity == 0 || which >= request->descriptor_count)
    return -EINVAL;
  struct gpiod_line_event read[EVENTS_AT_ONCE];
  if (capacity > EVENTS_AT_ONCE)
    capacity = EVENTS_AT_ONCE;
  errno = 0;
  int count = gpiod_line_event_read_fd_multiple(request->descriptors[which], read, capacity);
  if (count < 0)
    return gp_error();
  for (int i = 0; i < count; i++) {
    events[i].stamp_ns = (int64_t)read[i].ts.tv_sec * CLOCK_NS + read[i].ts.tv_nsec;
    events[i].index = request->descriptor_line[which];
    events[i].edge =
        read[i].event_type == GPIOD_LINE_EVENT_RISING_EDGE ? GP_EDGE_RISING : GP_EDGE_FALLING;
    events[i].seqno = 0;
    events[i].line_seqno = 0;
  }
  return count;
}

int32_t gp_request_get_values(struct gp_request *request, uint8_t *values, uint32_t count) {
  if (!request || !values || count < request->count)
    return -EINVAL;
  for (uint32_t i = 0; i < request->count; i++) {
    errno = 0;
    int value = gpiod_line_get_value(request->lines[i]);
    if (value < 0)
      return gp_error();
    values[i] = value != 0;
  }
  return 0;
}

int32_t gp_request_set_value(struct gp_request *request, uint32_t index, uint8_t value) {
  if (!request || index >= request->count)
    return -EINVAL;
  errno = 0;
  return gpiod_line_set_value(request->lines[index], value != 0) < 0 ? gp_error() : 0;
}

#endif
