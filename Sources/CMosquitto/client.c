#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "CMosquitto.h"
#include "library.h"

/* Numbers of the library's interface. */
enum {
  option_protocol = 1,
  protocol_311 = 4,
  protocol_5 = 5,
  property_server_keep_alive = 19,
  property_largest_packet = 39,
  subscribe_no_local = 4,
  log_error = 8,
  first_refusal = 128,
  no_memory = 1
};

struct pm_client {
  struct mosquitto *mosquitto;
  struct pm_callbacks callbacks;
  uint32_t largest_packet;
  uint8_t is_v5;
  char complaint[200];
};

/* Where the system's authorities are (Debian's ca-certificates). */
static const char system_authorities[] = "/etc/ssl/certs";

static void on_log(struct mosquitto *mosquitto, void *context, int level, const char *text) {
  (void)mosquitto;
  pm_client *client = context;
  if (level & log_error)
    snprintf(client->complaint, sizeof client->complaint, "%s", text);
}

static void on_connect(struct mosquitto *mosquitto, void *context, int code, int flags,
                       const struct mqtt5__property *properties) {
  (void)flags;
  pm_client *client = context;
  uint16_t keep_alive = 0;
  if (properties)
    pm_library.property_read_int16(properties, property_server_keep_alive, &keep_alive, false);
  /* It makes a text of each packet as long as somebody may want to read it. */
  if (code == 0)
    pm_library.log_callback_set(mosquitto, NULL);
  client->callbacks.answered(client->callbacks.context, code, keep_alive);
}

static void on_publish(struct mosquitto *mosquitto, void *context, int number, int code,
                       const struct mqtt5__property *properties) {
  (void)mosquitto;
  (void)properties;
  pm_client *client = context;
  client->callbacks.acknowledged(client->callbacks.context, number, code);
}

static void on_subscribe(struct mosquitto *mosquitto, void *context, int number, int count,
                         const int *granted) {
  (void)mosquitto;
  pm_client *client = context;
  client->callbacks.subscribed(client->callbacks.context, number, count > 0 ? granted[0] : 0);
}

static void on_message(struct mosquitto *mosquitto, void *context,
                       const struct mosquitto_message *message) {
  (void)mosquitto;
  pm_client *client = context;
  if (!message->topic || message->payloadlen < 0)
    return;
  client->callbacks.arrived(client->callbacks.context, message->topic, message->payload,
                            message->payload ? (uint32_t)message->payloadlen : 0, message->retain);
}

static void on_disconnect(struct mosquitto *mosquitto, void *context, int code,
                          const struct mqtt5__property *properties) {
  (void)mosquitto;
  (void)properties;
  pm_client *client = context;
  /* Below are the library's own codes, which the call that failed gives, too. */
  if (code >= first_refusal)
    client->callbacks.dismissed(client->callbacks.context, code);
}

/* A key that is locked by a password; without this the library would ask on the terminal. */
static int no_password(char *buffer, int size, int is_for_writing, void *context) {
  (void)buffer;
  (void)size;
  (void)is_for_writing;
  (void)context;
  return 0;
}

static int set_up(pm_client *client, const struct pm_settings *settings) {
  struct mosquitto *mosquitto = client->mosquitto;
  pm_library.log_callback_set(mosquitto, on_log);
  pm_library.connect_v5_callback_set(mosquitto, on_connect);
  pm_library.publish_v5_callback_set(mosquitto, on_publish);
  pm_library.subscribe_callback_set(mosquitto, on_subscribe);
  pm_library.message_callback_set(mosquitto, on_message);
  pm_library.disconnect_v5_callback_set(mosquitto, on_disconnect);
  int code = pm_library.int_option(mosquitto, option_protocol,
                                   settings->is_v5 ? protocol_5 : protocol_311);
  if (!code && settings->will_topic)
    code = pm_library.will_set(mosquitto, settings->will_topic, (int)strlen(settings->will_payload),
                               settings->will_payload, 1, true);
  if (!code && settings->user)
    code = pm_library.username_pw_set(mosquitto, settings->user, settings->password);
  if (!code && settings->uses_tls)
    code = pm_library.tls_set(mosquitto, settings->authority,
                              settings->authority ? NULL : system_authorities,
                              settings->certificate, settings->key, no_password);
  return code;
}

pm_client *pm_open(const struct pm_settings *settings, const struct pm_callbacks *callbacks,
                   int32_t *result) {
  pm_client *client = calloc(1, sizeof *client);
  if (!client) {
    *result = -no_memory;
    return NULL;
  }
  client->callbacks = *callbacks;
  client->is_v5 = settings->is_v5;
  client->largest_packet = settings->largest_packet;
  client->mosquitto = pm_library.new(settings->id, true, client);
  int code = client->mosquitto ? set_up(client, settings) : no_memory;
  *result = -code;
  if (code) {
    pm_close(client);
    return NULL;
  }
  return client;
}

int32_t pm_connect(pm_client *client, const char *host, uint16_t port, uint16_t keep_alive) {
  struct mqtt5__property *properties = NULL;
  if (client->is_v5) {
    int code =
        pm_library.property_add_int32(&properties, property_largest_packet, client->largest_packet);
    if (code)
      return -code;
  }
  int code =
      pm_library.connect_bind_v5(client->mosquitto, host, port, keep_alive, NULL, properties);
  int failure = errno;
  pm_library.property_free_all(&properties);
  if (code == pm_error_lookup)
    /* The library leaves the lookup's own number there. */
    snprintf(client->complaint, sizeof client->complaint, "%s", gai_strerror(failure));
  else if (code == pm_error_errno)
    snprintf(client->complaint, sizeof client->complaint, "%s", strerror(failure));
  return -code;
}

int32_t pm_part(pm_client *client, int32_t *network, int32_t *inner) {
  int ends[2];
  int socket = pm_library.socket(client->mosquitto);
  if (socket < 0)
    return -ENOTCONN;
  int own = fcntl(socket, F_DUPFD_CLOEXEC, 0);
  if (own < 0)
    return -errno;
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends) < 0) {
    int failure = errno;
    close(own);
    return -failure;
  }
  /* The number stays the library's, and that of its TLS; what is behind it is ours. */
  if (dup3(ends[0], socket, O_CLOEXEC) < 0) {
    int failure = errno;
    close(own);
    close(ends[0]);
    close(ends[1]);
    return -failure;
  }
  close(ends[0]);
  int yes = 1;
  /* Each message is small and wanted at once. */
  setsockopt(own, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  *network = own;
  *inner = ends[1];
  return 0;
}

int32_t pm_unread(pm_client *client) {
  int bytes = 0;
  int socket = pm_library.socket(client->mosquitto);
  return socket >= 0 && ioctl(socket, FIONREAD, &bytes) == 0 ? bytes : 0;
}

int32_t pm_read(pm_client *client) { return -pm_library.loop_read(client->mosquitto, 1); }

int32_t pm_wants_write(pm_client *client) {
  return pm_library.socket(client->mosquitto) >= 0 && pm_library.want_write(client->mosquitto);
}

int32_t pm_write(pm_client *client) { return -pm_library.loop_write(client->mosquitto, 1); }

int32_t pm_look_after(pm_client *client) { return -pm_library.loop_misc(client->mosquitto); }

int32_t pm_publish(pm_client *client, const char *topic, const uint8_t *payload, uint32_t bytes,
                   int32_t qos, uint8_t is_retained) {
  int number = 0;
  int code = pm_library.publish(client->mosquitto, &number, topic, (int)bytes, payload, qos,
                                is_retained != 0);
  return code ? -code : number;
}

int32_t pm_subscribe(pm_client *client, const char *topic) {
  int number = 0;
  int options = client->is_v5 ? subscribe_no_local : 0;
  int code = pm_library.subscribe_v5(client->mosquitto, &number, topic, 1, options, NULL);
  return code ? -code : number;
}

int32_t pm_unsubscribe(pm_client *client, const char *topic) {
  return -pm_library.unsubscribe(client->mosquitto, NULL, topic);
}

int32_t pm_disconnect(pm_client *client) { return -pm_library.disconnect(client->mosquitto); }

void pm_close(pm_client *client) {
  if (client->mosquitto)
    pm_library.destroy(client->mosquitto);
  free(client);
}

const char *pm_complaint(const pm_client *client) { return client->complaint; }

const char *pm_text(int32_t result) { return pm_library.strerror(-result); }

const char *pm_reason(int32_t code, uint8_t is_v5) {
  return is_v5 ? pm_library.reason_string(code) : pm_library.connack_string(code);
}
