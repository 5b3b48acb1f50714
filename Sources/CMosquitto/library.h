/* The functions of libmosquitto that are used, as its manual declares them. */
#ifndef PM_LIBRARY_H
#define PM_LIBRARY_H

#include <stdbool.h>
#include <stdint.h>

struct mosquitto;
struct mqtt5__property;

struct mosquitto_message {
  int mid;
  char *topic;
  void *payload;
  int payloadlen;
  int qos;
  bool retain;
};

/* Result, name, parameters. */
#define PM_FUNCTIONS(F)                                                                            \
  F(int, lib_init, (void))                                                                         \
  F(struct mosquitto *, new, (const char *, bool, void *))                                         \
  F(void, destroy, (struct mosquitto *))                                                           \
  F(int, int_option, (struct mosquitto *, int, int))                                               \
  F(int, will_set, (struct mosquitto *, const char *, int, const void *, int, bool))               \
  F(int, username_pw_set, (struct mosquitto *, const char *, const char *))                        \
  F(int, tls_set,                                                                                  \
    (struct mosquitto *, const char *, const char *, const char *, const char *,                   \
     int (*)(char *, int, int, void *)))                                                           \
  F(int, connect_bind_v5,                                                                          \
    (struct mosquitto *, const char *, int, int, const char *, const struct mqtt5__property *))    \
  F(int, disconnect, (struct mosquitto *))                                                         \
  F(int, socket, (struct mosquitto *))                                                             \
  F(int, loop_read, (struct mosquitto *, int))                                                     \
  F(int, loop_write, (struct mosquitto *, int))                                                    \
  F(int, loop_misc, (struct mosquitto *))                                                          \
  F(bool, want_write, (struct mosquitto *))                                                        \
  F(int, publish, (struct mosquitto *, int *, const char *, int, const void *, int, bool))         \
  F(int, subscribe_v5,                                                                             \
    (struct mosquitto *, int *, const char *, int, int, const struct mqtt5__property *))           \
  F(int, unsubscribe, (struct mosquitto *, int *, const char *))                                   \
  F(const char *, strerror, (int))                                                                 \
  F(const char *, connack_string, (int))                                                           \
  F(const char *, reason_string, (int))                                                            \
  F(int, property_add_int32, (struct mqtt5__property **, int, uint32_t))                           \
  F(const struct mqtt5__property *, property_read_int16,                                           \
    (const struct mqtt5__property *, int, uint16_t *, bool))                                       \
  F(void, property_free_all, (struct mqtt5__property **))                                          \
  F(void, log_callback_set,                                                                        \
    (struct mosquitto *, void (*)(struct mosquitto *, void *, int, const char *)))                 \
  F(void, connect_v5_callback_set,                                                                 \
    (struct mosquitto *,                                                                           \
     void (*)(struct mosquitto *, void *, int, int, const struct mqtt5__property *)))              \
  F(void, publish_v5_callback_set,                                                                 \
    (struct mosquitto *,                                                                           \
     void (*)(struct mosquitto *, void *, int, int, const struct mqtt5__property *)))              \
  F(void, subscribe_callback_set,                                                                  \
    (struct mosquitto *, void (*)(struct mosquitto *, void *, int, int, const int *)))             \
  F(void, message_callback_set,                                                                    \
    (struct mosquitto *, void (*)(struct mosquitto *, void *, const struct mosquitto_message *)))  \
  F(void, disconnect_v5_callback_set,                                                              \
    (struct mosquitto *,                                                                           \
     void (*)(struct mosquitto *, void *, int, const struct mqtt5__property *)))

struct pm_library {
#define PM_MEMBER(result, name, parameters) result(*name) parameters;
  PM_FUNCTIONS(PM_MEMBER)
#undef PM_MEMBER
};

/* Filled by `pm_load`. */
extern struct pm_library pm_library;

#endif
