/*
 * MQTT through libmosquitto, which is opened at run time: a panel without a broker pays nothing for it.
 *
 * Results are 0 (or a message's number above 0), or one of libmosquitto's own codes, negated; `pm_text`
 * has the words. A client belongs to one thread at a time: first to the one that connects, then to the
 * one that reads and writes.
 */
#ifndef CMOSQUITTO_H
#define CMOSQUITTO_H

#include <stdint.h>

/* A client of one broker, for one connection. */
typedef struct pm_client pm_client;

/* libmosquitto's own numbers, of those that are looked at. */
enum {
  pm_error_protocol = 2,
  pm_error_not_supported = 10,
  pm_error_tls = 8,
  pm_error_lookup = 15,
  pm_error_errno = 14,
  pm_error_malformed = 21,
  pm_error_qos = 28
};

/* Who connects, and how. A NULL is none. */
struct pm_settings {
  const char *id;
  /* 1: MQTT 5; 0: 3.1.1. */
  uint8_t is_v5;
  /* Of MQTT 5: no larger packet may be sent to us. */
  uint32_t largest_packet;
  /* Published by the broker, QoS 1 and retained, when we vanish. */
  const char *will_topic;
  const char *will_payload;
  const char *user;
  const char *password;
  uint8_t uses_tls;
  /* Without one the system's authorities are trusted. */
  const char *authority;
  const char *certificate;
  const char *key;
};

/* What is called while a client reads, writes or looks after itself, on that thread. */
struct pm_callbacks {
  void *context;
  /* The broker has answered: 0, or its code, and for how many seconds it bears silence (0: as asked). */
  void (*answered)(void *context, int32_t code, int32_t keep_alive);
  /* The broker has message `number` (QoS 0: it was written); from 128 it has refused it. */
  void (*acknowledged)(void *context, int32_t number, int32_t code);
  /* The broker knows our subscription `number`; 128 and above, it has refused it. */
  void (*subscribed)(void *context, int32_t number, int32_t code);
  /* A message came; `topic` and `payload` live until the return. */
  void (*arrived)(void *context, const char *topic, const uint8_t *payload, uint32_t bytes,
                  uint8_t is_retained);
  /* The broker has said that it ends the connection, with its code. */
  void (*dismissed)(void *context, int32_t code);
};

/*
 * Opens the library called `name`, once for the process; 0, or -1 with words in `reason`. Not to be
 * called by two threads at once.
 */
int32_t pm_load(const char *name, char *reason, uint32_t room);

/* A client that connects nowhere yet; NULL with a code in `result`. Reads the files of TLS. */
pm_client *pm_open(const struct pm_settings *settings, const struct pm_callbacks *callbacks,
                   int32_t *result);

/* Looks the host up, connects, and puts the first packet on its way. Waits for all of that. */
int32_t pm_connect(pm_client *client, const char *host, uint16_t port, uint16_t keep_alive);

/*
 * Puts a socket pair between the library and the network, so that what it reads is handed to it in
 * pieces: by itself it reads a packet of any length in one go. `network` becomes the connection's own
 * socket and `inner` our end of the pair; both non-blocking, close-on-exec and to be closed by the
 * caller, after the client. 0 or -errno.
 */
int32_t pm_part(pm_client *client, int32_t *network, int32_t *inner);

/* How many bytes lie ready for `pm_read`. */
int32_t pm_unread(pm_client *client);
int32_t pm_read(pm_client *client);
int32_t pm_wants_write(pm_client *client);
int32_t pm_write(pm_client *client);
/* Asks the broker for a sign of life where it was silent for the time that is agreed. */
int32_t pm_look_after(pm_client *client);

/* The number of the message, which `acknowledged` reports. */
int32_t pm_publish(pm_client *client, const char *topic, const uint8_t *payload, uint32_t bytes,
                   int32_t qos, uint8_t is_retained);
/* The number of the subscription, which `subscribed` reports. */
int32_t pm_subscribe(pm_client *client, const char *topic);
int32_t pm_unsubscribe(pm_client *client, const char *topic);
/* Says goodbye, so that the broker does not publish the will. */
int32_t pm_disconnect(pm_client *client);
/* Frees the client and closes what it holds. */
void pm_close(pm_client *client);

/* What the library last complained of, such as a certificate; "" for nothing. */
const char *pm_complaint(const pm_client *client);
/* The words for a result below 0; errno as it was at the failure is in `system`. */
const char *pm_text(int32_t result);
/* The words for a broker's code. */
const char *pm_reason(int32_t code, uint8_t is_v5);

#endif
