/*
 * GPIO lines of Linux in our own types, over libgpiod 1.6 and 2.x.
 *
 * Which of the two is meant is decided when this is compiled, by the macros of the header that is
 * found; no type and no number of libgpiod crosses this header. Every result is >= 0, or -errno.
 * Nothing here blocks: every descriptor is non-blocking and close-on-exec. One thread a request.
 */
#ifndef CGPIOD_H
#define CGPIOD_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A name, label or consumer with its NUL; the kernel cuts at 31. */
#define GP_NAME_SIZE 32
/* The most lines of one request. */
#define GP_MAX_LINES 64

/* What this build's library can do. */
enum gp_capability {
  GP_CAP_DEBOUNCE = 1,     /* the kernel's debounce can be asked for */
  GP_CAP_SEQNO = 2,        /* events are numbered, so a loss shows */
  GP_CAP_EVENT_BUFFER = 4, /* the size of the kernel's event queue can be asked for */
  GP_CAP_ONE_FD = 8,       /* one descriptor for all lines of a request */
};

enum gp_bias {
  GP_BIAS_AS_IS = 0,
  GP_BIAS_UNKNOWN = 1,
  GP_BIAS_DISABLED = 2,
  GP_BIAS_PULL_UP = 3,
  GP_BIAS_PULL_DOWN = 4,
};

enum gp_edge {
  GP_EDGE_RISING = 1, /* from inactive to active */
  GP_EDGE_FALLING = 2,
};

struct gp_chip_info {
  char name[GP_NAME_SIZE];
  char label[GP_NAME_SIZE];
  uint32_t line_count;
};

struct gp_line_info {
  uint32_t offset;
  uint32_t debounce_us; /* 0 where there is none or it is not known */
  uint8_t is_used;      /* racy and incomplete: only a request is proof */
  uint8_t is_output;
  uint8_t is_active_low;
  uint8_t bias; /* as requested, not what the pad does */
  char name[GP_NAME_SIZE];
  char consumer[GP_NAME_SIZE];
};

/* How one line is requested. */
struct gp_line_config {
  uint32_t offset;
  uint32_t debounce_us; /* 0 for none; -EOPNOTSUPP where the library cannot */
  uint8_t bias;
  uint8_t is_active_low;
  uint8_t wants_edges; /* both; inputs only */
  uint8_t is_output;
  uint8_t initial_value; /* of an output */
};

struct gp_event {
  int64_t stamp_ns;    /* CLOCK_MONOTONIC; CLOCK_REALTIME on kernels before 5.7 */
  uint32_t index;      /* the line, by its place in the request */
  uint32_t edge;       /* of enum gp_edge */
  uint32_t seqno;      /* over all lines of the request, from 1; 0 where not known */
  uint32_t line_seqno; /* of this line, from 1; 0 where not known */
};

struct gp_chip;
struct gp_request;

/* The major version of libgpiod's interface: 1 or 2. */
int32_t gp_abi(void);
/* The version of the library that runs, such as "1.6.3"; never NULL. */
const char *gp_library_version(void);
/* Bits of enum gp_capability. */
uint32_t gp_capabilities(void);

/* Opens the chip at `path`: 0 and `*chip`, -ENOTTY where it is no GPIO chip. */
int32_t gp_chip_open(const char *path, struct gp_chip **chip);
/* Closes it; a request made from it must be released before. NULL is allowed. */
void gp_chip_close(struct gp_chip *chip);
/* The chip's own facts. */
int32_t gp_chip_get_info(struct gp_chip *chip, struct gp_chip_info *info);
/* A line's facts, read from the kernel now. */
int32_t gp_chip_get_line_info(struct gp_chip *chip, uint32_t offset, struct gp_line_info *info);

/*
 * Requests `count` lines (1 ... GP_MAX_LINES) together or not at all. `event_buffer` is the size of
 * the kernel's queue, 0 for its default.
 */
int32_t gp_request_lines(struct gp_chip *chip, const char *consumer,
                         const struct gp_line_config *lines, uint32_t count, uint32_t event_buffer,
                         struct gp_request **request);
/* Gives the lines back. NULL is allowed. */
void gp_request_release(struct gp_request *request);

/* How many descriptors the request has: none where no edges were asked for with libgpiod 1.6. */
int32_t gp_request_descriptor_count(const struct gp_request *request);
/* The descriptor to poll; owned by the request. */
int32_t gp_request_descriptor(const struct gp_request *request, uint32_t which);
/*
 * Reads what is queued at a descriptor, at most `capacity` events (1 or more): how many, or -EAGAIN
 * where nothing is queued. libgpiod 1.6 gives at most 16.
 */
int32_t gp_request_read_events(struct gp_request *request, uint32_t which, struct gp_event *events,
                               uint32_t capacity);

/* Reads the level of every line, in the order of the request: 1 is active. */
int32_t gp_request_get_values(struct gp_request *request, uint8_t *values, uint32_t count);
/* Sets an output, by its place in the request. */
int32_t gp_request_set_value(struct gp_request *request, uint32_t index, uint8_t value);

#ifdef __cplusplus
}
#endif

#endif
