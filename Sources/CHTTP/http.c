// libcurl is opened when the first request is made: a program that makes none does not load it.
#define CURL_DISABLE_TYPECHECK
#include "http.h"

#include <curl/curl.h>
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// The functions of libcurl, found by name.
static struct {
  __typeof__(&curl_global_init) global_init;
  __typeof__(&curl_easy_init) easy_init;
  __typeof__(&curl_easy_setopt) easy_setopt;
  __typeof__(&curl_easy_getinfo) easy_getinfo;
  __typeof__(&curl_easy_cleanup) easy_cleanup;
  __typeof__(&curl_easy_strerror) easy_strerror;
  __typeof__(&curl_multi_init) multi_init;
  __typeof__(&curl_multi_add_handle) multi_add_handle;
  __typeof__(&curl_multi_remove_handle) multi_remove_handle;
  __typeof__(&curl_multi_perform) multi_perform;
  __typeof__(&curl_multi_poll) multi_poll;
  __typeof__(&curl_multi_wakeup) multi_wakeup;
  __typeof__(&curl_multi_info_read) multi_info_read;
  __typeof__(&curl_multi_cleanup) multi_cleanup;
  __typeof__(&curl_slist_append) slist_append;
  __typeof__(&curl_slist_free_all) slist_free_all;
} curl;
static bool is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  static const char *const names[] = {"libcurl.so.4", "libcurl-gnutls.so.4", "libcurl.4.dylib"};
  void *library = NULL;
  for (size_t i = 0; i < sizeof names / sizeof *names && !library; i++) {
    library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
  }
  if (!library) return;
  bool found = true;
#define FIND(name) found &= (curl.name = (__typeof__(curl.name))dlsym(library, "curl_" #name)) != NULL
  FIND(global_init);
  FIND(easy_init);
  FIND(easy_setopt);
  FIND(easy_getinfo);
  FIND(easy_cleanup);
  FIND(easy_strerror);
  FIND(multi_init);
  FIND(multi_add_handle);
  FIND(multi_remove_handle);
  FIND(multi_perform);
  FIND(multi_poll);
  FIND(multi_wakeup);
  FIND(multi_info_read);
  FIND(multi_cleanup);
  FIND(slist_append);
  FIND(slist_free_all);
#undef FIND
  is_loaded = found && curl.global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

struct http_request {
  CURLM *multi;
  CURL *easy;
  atomic_bool is_cancelled;
  http_receiver receive;
  void *context;
  http_response *response;
  struct timespec last_byte;
  size_t fields_length;
  char fields[32 << 10];
};

http_request *http_create(void) {
  pthread_once(&once, load);
  if (!is_loaded) return NULL;
  http_request *request = calloc(1, sizeof *request);
  if (!request) return NULL;
  request->multi = curl.multi_init();
  request->easy = curl.easy_init();
  if (!request->multi || !request->easy) {
    http_free(request);
    return NULL;
  }
  return request;
}

void http_cancel(http_request *request) {
  atomic_store(&request->is_cancelled, true);
  curl.multi_wakeup(request->multi);
}

void http_free(http_request *request) {
  if (!request) return;
  if (request->easy) curl.easy_cleanup(request->easy);
  if (request->multi) curl.multi_cleanup(request->multi);
  free(request);
}

static void read_head(http_request *request) {
  http_response *response = request->response;
  curl.easy_getinfo(request->easy, CURLINFO_RESPONSE_CODE, &response->status);
  const char *type = NULL;
  curl.easy_getinfo(request->easy, CURLINFO_CONTENT_TYPE, &type);
  snprintf(response->content_type, sizeof response->content_type, "%s", type ? type : "");
  curl_off_t seconds = 0;
  curl.easy_getinfo(request->easy, CURLINFO_RETRY_AFTER, &seconds);
  response->retry_after = (long)seconds;
}

static size_t take_header(char *bytes, size_t size, size_t count, void *context) {
  http_request *request = context;
  size_t length = size * count;
  clock_gettime(CLOCK_MONOTONIC, &request->last_byte);
  // A status line: what came before was the head of an interim response.
  if (length >= 5 && !memcmp(bytes, "HTTP/", 5)) request->fields_length = 0;
  if (length < sizeof request->fields - request->fields_length) {
    memcpy(request->fields + request->fields_length, bytes, length);
    request->fields_length += length;
  }
  request->fields[request->fields_length] = 0;
  return length;
}

static size_t take_body(char *bytes, size_t size, size_t count, void *context) {
  http_request *request = context;
  clock_gettime(CLOCK_MONOTONIC, &request->last_byte);
  if (atomic_load(&request->is_cancelled)) return 0;
  if (!request->response->status) read_head(request);
  if (request->receive(request->context, request->response, bytes, size * count)) return size * count;
  atomic_store(&request->is_cancelled, true);
  return 0;
}

static long milliseconds_since(const struct timespec *start) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (now.tv_sec - start->tv_sec) * 1000 + (now.tv_nsec - start->tv_nsec) / 1000000;
}

/// Allows HTTP alone. Before version 7.85, curl takes a number instead of names. Returns whether one of them worked.
static bool restrict_protocols(CURL *easy) {
  if (curl.easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https") == CURLE_OK) return true;
  // CURLOPT_PROTOCOLS, with CURLPROTO_HTTP | CURLPROTO_HTTPS: newer headers call the names deprecated.
  return curl.easy_setopt(easy, (CURLoption)181, 1L | 2L) == CURLE_OK;
}

static struct curl_slist *set_options(http_request *request, const http_options *options, char *message) {
  struct curl_slist *headers = NULL;
  for (size_t i = 0; i < options->header_count; i++) headers = curl.slist_append(headers, options->headers[i]);
  CURL *easy = request->easy;
  curl.easy_setopt(easy, CURLOPT_URL, options->url);
  curl.easy_setopt(easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
  curl.easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
  curl.easy_setopt(easy, CURLOPT_FORBID_REUSE, 1L);
  curl.easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
  curl.easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, options->connect_milliseconds);
  if (options->ignores_proxies) curl.easy_setopt(easy, CURLOPT_NOPROXY, "*");
  if (options->body) {
    curl.easy_setopt(easy, CURLOPT_POST, 1L);
    curl.easy_setopt(easy, CURLOPT_POSTFIELDS, options->body);
    curl.easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)options->body_length);
  }
  curl.easy_setopt(easy, CURLOPT_HTTPHEADER, headers);
  curl.easy_setopt(easy, CURLOPT_HEADERFUNCTION, take_header);
  curl.easy_setopt(easy, CURLOPT_HEADERDATA, request);
  curl.easy_setopt(easy, CURLOPT_WRITEFUNCTION, take_body);
  curl.easy_setopt(easy, CURLOPT_WRITEDATA, request);
  curl.easy_setopt(easy, CURLOPT_ERRORBUFFER, message);
  return headers;
}

static http_outcome outcome(http_request *request, CURLcode code, char *message, size_t message_size) {
  switch (code) {
    case CURLE_OK:
      return http_complete;
    case CURLE_OPERATION_TIMEDOUT:
      return http_unreachable;
    case CURLE_GOT_NOTHING:
    case CURLE_PARTIAL_FILE:
    case CURLE_SEND_ERROR:
    case CURLE_RECV_ERROR:
      return http_closed;
    case CURLE_COULDNT_CONNECT: {
      long error = 0;
      curl.easy_getinfo(request->easy, CURLINFO_OS_ERRNO, &error);
      if (error == ECONNREFUSED) return http_refused;
      break;
    }
    default:
      break;
  }
  if (!*message) snprintf(message, message_size, "%s", curl.easy_strerror(code));
  return http_failed;
}

http_outcome http_run(http_request *request, const http_options *options, http_receiver receive, void *context,
                      http_response *response, char *message, size_t message_size) {
  char buffer[CURL_ERROR_SIZE] = "";
  *response = (http_response){.fields = request->fields};
  *message = 0;
  request->receive = receive;
  request->context = context;
  request->response = response;
  clock_gettime(CLOCK_MONOTONIC, &request->last_byte);
  if (!restrict_protocols(request->easy)) {
    snprintf(message, message_size, "this libcurl cannot be restricted to HTTP: install a newer one");
    return http_failed;
  }
  struct curl_slist *headers = set_options(request, options, buffer);
  curl.multi_add_handle(request->multi, request->easy);

  http_outcome result = http_failed;
  while (true) {
    if (atomic_load(&request->is_cancelled)) {
      result = http_cancelled;
      break;
    }
    int running = 0;
    CURLMcode failure = curl.multi_perform(request->multi, &running);
    if (!failure && running) {
      long left = options->stall_milliseconds - milliseconds_since(&request->last_byte);
      if (left <= 0) {
        result = http_stalled;
        break;
      }
      failure = curl.multi_poll(request->multi, NULL, 0, left < 60000 ? (int)left : 60000, NULL);
      if (!failure) continue;
    }
    int waiting = 0;
    CURLMsg *end = curl.multi_info_read(request->multi, &waiting);
    if (failure || !end) break;
    result = outcome(request, end->data.result, buffer, sizeof buffer);
    if (result == http_complete && !response->status) read_head(request);
    if (atomic_load(&request->is_cancelled)) result = http_cancelled;
    break;
  }
  snprintf(message, message_size, "%s", buffer);
  // This closes the connection. The multi handle stays: another thread may be about to wake it.
  curl.multi_remove_handle(request->multi, request->easy);
  curl.easy_cleanup(request->easy);
  request->easy = NULL;
  curl.slist_free_all(headers);
  return result;
}
