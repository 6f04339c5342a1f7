#pragma once

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// One HTTP request. It runs once.
typedef struct http_request http_request;

/// What a request sends, and how long it waits.
typedef struct {
  /// An `http` or `https` URL.
  const char *url;
  /// The body of a POST; NULL makes it a GET.
  const char *body;
  size_t body_length;
  /// Header lines, such as `Accept: text/event-stream`.
  const char *const *headers;
  size_t header_count;
  /// How long connecting may take.
  long connect_milliseconds;
  /// How long the server may be silent.
  long stall_milliseconds;
  /// Whether the environment's proxies are ignored.
  bool ignores_proxies;
} http_options;

/// The head of a response.
typedef struct {
  /// 0 before there is a response.
  long status;
  char content_type[128];
  /// `Retry-After` in seconds; 0 if there is none.
  long retry_after;
  /// All header fields, one per line, until the request is freed; those beyond 32 KB are left out.
  const char *fields;
} http_response;

/// How a request ended.
typedef enum {
  http_complete,
  /// By `http_cancel` or by the receiver.
  http_cancelled,
  /// No server listens at the address.
  http_refused,
  /// Connecting took too long.
  http_unreachable,
  /// The server was silent for too long.
  http_stalled,
  /// The server closed the connection before the end of its response.
  http_closed,
  /// Anything else; the message says what.
  http_failed,
} http_outcome;

/// Takes bytes of a response's body, and returns whether it wants more. `response` has its head.
typedef bool (*http_receiver)(void *context, const http_response *response, const char *bytes, size_t count);

/// Creates a request, and loads libcurl for the first one. Returns NULL if libcurl is not installed.
http_request *http_create(void);

/// Runs a request, blocking until its end. `message` then says what failed, in libcurl's words.
http_outcome http_run(http_request *request, const http_options *options, http_receiver receive, void *context,
                      http_response *response, char *message, size_t message_size);

/// Ends a running or future `http_run` at once and closes its connection. Safe from any thread.
void http_cancel(http_request *request);

/// Frees a request that does not run.
void http_free(http_request *request);

#ifdef __cplusplus
}
#endif
