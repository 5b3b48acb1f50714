/* The shim over libgpiod 2.x: one request for all lines, with numbered events. */
#include "shared.h"

#if !GP_LIBGPIOD_1

#include <stdlib.h>

/* The kernel's own limit of an event queue. */
#define EVENTS_AT_MOST 1024

struct gp_request {
  struct gpiod_line_request *request;
  struct gpiod_edge_event_buffer *buffer;
  uint32_t count;
  uint32_t capacity;
  int descriptor;
  unsigned int offsets[GP_MAX_LINES];
};

int32_t gp_abi(void) { return 2; }

const char *gp_library_version(void) {
  const char *version = gpiod_api_version();
  return version ? version : "2";
}

uint32_t gp_capabilities(void) {
  return GP_CAP_DEBOUNCE | GP_CAP_SEQNO | GP_CAP_EVENT_BUFFER | GP_CAP_ONE_FD;
}

int32_t gp_chip_get_info(struct gp_chip *chip, struct gp_chip_info *info) {
  if (!chip || !info)
    return -EINVAL;
  errno = 0;
  struct gpiod_chip_info *facts = gpiod_chip_get_info(chip->chip);
  if (!facts)
    return gp_error();
  gp_copy(info->name, gpiod_chip_info_get_name(facts));
  gp_copy(info->label, gpiod_chip_info_get_label(facts));
  info->line_count = (uint32_t)gpiod_chip_info_get_num_lines(facts);
  gpiod_chip_info_free(facts);
  return 0;
}

int32_t gp_chip_get_line_info(struct gp_chip *chip, uint32_t offset, struct gp_line_info *info) {
  if (!chip || !info)
    return -EINVAL;
  errno = 0;
  struct gpiod_line_info *facts = gpiod_chip_get_line_info(chip->chip, offset);
  if (!facts)
    return gp_error();
  gp_describe(info, offset, gpiod_line_info_is_used(facts), gpiod_line_info_get_direction(facts),
              gpiod_line_info_is_active_low(facts), gpiod_line_info_get_bias(facts),
              gpiod_line_info_get_name(facts), gpiod_line_info_get_consumer(facts));
  if (gpiod_line_info_is_debounced(facts))
    info->debounce_us = (uint32_t)gpiod_line_info_get_debounce_period_us(facts);
  gpiod_line_info_free(facts);
  return 0;
}

static enum gpiod_line_bias library_bias_of(uint8_t bias) {
  switch (bias) {
  case GP_BIAS_DISABLED:
    return GPIOD_LINE_BIAS_DISABLED;
  case GP_BIAS_PULL_UP:
    return GPIOD_LINE_BIAS_PULL_UP;
  case GP_BIAS_PULL_DOWN:
    return GPIOD_LINE_BIAS_PULL_DOWN;
  default:
    return GPIOD_LINE_BIAS_AS_IS;
  }
}

static int32_t configure_line(const struct gp_line_config *line,
                              struct gpiod_line_settings *settings) {
  errno = 0;
  gpiod_line_settings_reset(settings);
  gpiod_line_settings_set_active_low(settings, line->is_active_low != 0);
  if (gpiod_line_settings_set_bias(settings, library_bias_of(line->bias)) < 0)
    return gp_error();
  if (line->is_output) {
    enum gpiod_line_value value =
        line->initial_value ? GPIOD_LINE_VALUE_ACTIVE : GPIOD_LINE_VALUE_INACTIVE;
    if (gpiod_line_settings_set_direction(settings, GPIOD_LINE_DIRECTION_OUTPUT) < 0 ||
        gpiod_line_settings_set_output_value(settings, value) < 0)
      return gp_error();
    return 0;
  }
  if (gpiod_line_settings_set_direction(settings, GPIOD_LINE_DIRECTION_INPUT) < 0)
    return gp_error();
  gpiod_line_settings_set_debounce_period_us(settings, line->debounce_us);
  if (!line->wants_edges)
    return 0;
  if (gpiod_line_settings_set_edge_detection(settings, GPIOD_LINE_EDGE_BOTH) < 0 ||
      gpiod_line_settings_set_event_clock(settings, GPIOD_LINE_CLOCK_MONOTONIC) < 0)
    return gp_error();
  return 0;
}

static int32_t configure_lines(const struct gp_line_config *lines, uint32_t count,
                               struct gpiod_line_config *config) {
  struct gpiod_line_settings *settings = gpiod_line_settings_new();
  if (!settings)
    return -ENOMEM;
  int32_t result = 0;
  for (uint32_t i = 0; i < count && result == 0; i++) {
    unsigned int offset = lines[i].offset;
    result = configure_line(&lines[i], settings);
    if (result == 0 && gpiod_line_config_add_line_settings(config, &offset, 1, settings) < 0)
      result = gp_error();
  }
  gpiod_line_settings_free(settings);
  return result;
}

static int32_t make_request(struct gp_chip *chip, const char *consumer,
                            const struct gp_line_config *lines, uint32_t count,
                            uint32_t event_buffer, struct gp_request *request) {
  struct gpiod_line_config *config = gpiod_line_config_new();
  struct gpiod_request_config *how = gpiod_request_config_new();
  int32_t result = config && how ? configure_lines(lines, count, config) : -ENOMEM;
  if (result == 0) {
    gpiod_request_config_set_consumer(how, consumer);
    gpiod_request_config_set_event_buffer_size(how, event_buffer);
    errno = 0;
    request->request = gpiod_chip_request_lines(chip->chip, how, config);
    if (!request->request)
      result = gp_error();
  }
  if (how)
    gpiod_request_config_free(how);
  if (config)
    gpiod_line_config_free(config);
  if (result < 0)
    return result;
  request->descriptor = gpiod_line_request_get_fd(request->request);
  return gp_set_nonblocking(request->descriptor);
}

int32_t gp_request_lines(struct gp_chip *chip, const char *consumer,
                         const struct gp_line_config *lines, uint32_t count, uint32_t event_buffer,
                         struct gp_request **out) {
  if (!gp_is_request(chip, consumer, lines, count, out))
    return -EINVAL;
  struct gp_request *request = calloc(1, sizeof *request);
  if (!request)
    return -ENOMEM;
  if (event_buffer > EVENTS_AT_MOST)
    event_buffer = EVENTS_AT_MOST;
  request->count = count;
  for (uint32_t i = 0; i < count; i++)
    request->offsets[i] = lines[i].offset;
  request->capacity = event_buffer > 0 ? event_buffer : 64;
  request->buffer = gpiod_edge_event_buffer_new(request->capacity);
  int32_t result =
      request->buffer ? make_request(chip, consumer, lines, count, event_buffer, request) : -ENOMEM;
  if (result < 0) {
    gp_request_release(request);
    return result;
  }
  *out = request;
  return 0;
}

void gp_request_release(struct gp_request *request) {
  if (!request)
    return;
  if (request->request)
    gpiod_line_request_release(request->request);
  if (request->buffer)
    gpiod_edge_event_buffer_free(request->buffer);
  free(request);
}

int32_t gp_request_descriptor_count(const struct gp_request *request) {
  return request ? 1 : -EINVAL;
}

int32_t gp_request_descriptor(const struct gp_request *request, uint32_t which) {
  return request && which == 0 ? request->descriptor : -EINVAL;
}

static int32_t index_of(const struct gp_request *request, unsigned int offset) {
  for (uint32_t i = 0; i < request->count; i++)
    if (request->offsets[i] == offset)
      return (int32_t)i;
  return -EIO;
}

int32_t gp_request_read_events(struct gp_request *request, uint32_t which, struct gp_event *events,
                               uint32_t capacity) {
  if (!request || !events || capacity == 0 || which != 0)
    return -EINVAL;
  if (capacity > request->capacity)
    capacity = request->capacity;
  errno = 0;
  int count = gpiod_line_request_read_edge_events(request->request, request->buffer, capacity);
  if (count < 0)
    return gp_error();
  for (int i = 0; i < count; i++) {
    struct gpiod_edge_event *event =
        gpiod_edge_event_buffer_get_event(request->buffer, (unsigned long)i);
    if (!event)
      return gp_error();
    int32_t index = index_of(request, gpiod_edge_event_get_line_offset(event));
    if (index < 0)
      return index;
    events[i].stamp_ns = (int64_t)gpiod_edge_event_get_timestamp_ns(event);
    events[i].index = (uint32_t)index;
    events[i].edge = gpiod_edge_event_get_event_type(event) == GPIOD_EDGE_EVENT_RISING_EDGE
                         ? GP_EDGE_RISING
                         : GP_EDGE_FALLING;
    events[i].seqno = (uint32_t)gpiod_edge_event_get_global_seqno(event);
    events[i].line_seqno = (uint32_t)gpiod_edge_event_get_line_seqno(event);
  }
  return count;
}

int32_t gp_request_get_values(struct gp_request *request, uint8_t *values, uint32_t count) {
  if (!request || !values || count < request->count)
    return -EINVAL;
  enum gpiod_line_value read[GP_MAX_LINES];
  errno = 0;
  if (gpiod_line_request_get_values(request->request, read) < 0)
    return gp_error();
  for (uint32_t i = 0; i < request->count; i++)
    values[i] = read[i] == GPIOD_LINE_VALUE_ACTIVE;
  return 0;
}

int32_t gp_request_set_value(struct gp_request *request, uint32_t index, uint8_t value) {
  if (!request || index >= request->count)
    return -EINVAL;
  enum gpiod_line_value level = value ? GPIOD_LINE_VALUE_ACTIVE : GPIOD_LINE_VALUE_INACTIVE;
  errno = 0;
  return gpiod_line_request_set_value(request->request, request->offsets[index], level) < 0
             ? gp_error()
             : 0;
}

#endif
