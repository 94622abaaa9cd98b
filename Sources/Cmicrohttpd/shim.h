// Cmicrohttpd: libmicrohttpd, which serves HTTP.
#pragma once
#include <microhttpd.h>
#include <stdint.h>
#include <sys/random.h>

// MHD_start_daemon takes options as variable arguments, which Swift cannot pass. The daemon has no thread of its own: the caller waits for
// its epoll descriptor and calls MHD_run.
static inline struct MHD_Daemon *editor_start(int listener, MHD_AccessHandlerCallback handle,
                                              MHD_RequestCompletedCallback completed, MHD_NotifyConnectionCallback changed,
                                              void *context) {
  return MHD_start_daemon(MHD_USE_EPOLL, 0, NULL, NULL, handle, context, MHD_OPTION_LISTEN_SOCKET, listener,
                          MHD_OPTION_NOTIFY_COMPLETED, completed, context, MHD_OPTION_NOTIFY_CONNECTION, changed, context,
                          MHD_OPTION_CONNECTION_LIMIT, 64u,
                          MHD_OPTION_CONNECTION_TIMEOUT, 30u, MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)32768,
                          MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_END);
}

static inline int editor_descriptor(struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD);
  return info ? info->epoll_fd : -1;
}

/// The milliseconds after which MHD_run must be called; -1: not before a descriptor is ready.
static inline int64_t editor_timeout(struct MHD_Daemon *daemon) {
  MHD_UNSIGNED_LONG_LONG milliseconds = 0;
  return MHD_get_timeout(daemon, &milliseconds) == MHD_YES ? (int64_t)milliseconds : -1;
}

/// The connection's socket; -1: it has none.
static inline int editor_socket(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}

static inline const char *editor_header(struct MHD_Connection *connection, const char *name) {
  return MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
}

static inline const char *editor_argument(struct MHD_Connection *connection, const char *name) {
  return MHD_lookup_connection_value(connection, MHD_GET_ARGUMENT_KIND, name);
}

/// Copies the bytes.
static inline struct MHD_Response *editor_response(const void *bytes, size_t count) {
  return MHD_create_response_from_buffer(count, (void *)bytes, MHD_RESPMEM_MUST_COPY);
}
