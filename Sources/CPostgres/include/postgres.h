#pragma once

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// The part of libpq that this project uses. libpq.so.5 is opened when `pq_load` is first called, so building needs no
// package, and a program that names no database loads none. The declarations follow libpq's documentation; its binary
// interface has been the same since version 8 (2005), functions only joined.

typedef struct pg_conn pq_connection;
typedef struct pg_result pq_result;
typedef struct pg_cancel pq_cancel;
typedef unsigned int pq_oid;

/// An option of a connection, as `pq_options` lists them.
typedef struct {
  char *keyword;
  char *environment_variable;
  char *compiled_default;
  char *value;
  char *label;
  char *display;
  int display_size;
} pq_option;

/// A notification; freed with `pq_free`.
typedef struct {
  char *channel;
  int sender;
  char *payload;
} pq_notification;

/// States of a connection (`ConnStatusType`).
enum { PQ_CONNECTION_OK = 0, PQ_CONNECTION_BAD = 1, PQ_CONNECTION_STARTED = 2, PQ_CONNECTION_TLS = 7 };

/// What connecting waits for (`PostgresPollingStatusType`).
enum { PQ_POLLING_FAILED = 0, PQ_POLLING_READING = 1, PQ_POLLING_WRITING = 2, PQ_POLLING_OK = 3 };

/// What the server thinks of a transaction (`PGTransactionStatusType`).
enum {
  PQ_TRANSACTION_IDLE = 0,
  PQ_TRANSACTION_ACTIVE = 1,
  PQ_TRANSACTION_INTRANS = 2,
  PQ_TRANSACTION_INERROR = 3,
  PQ_TRANSACTION_UNKNOWN = 4
};

/// Kinds of results (`ExecStatusType`).
enum {
  PQ_EMPTY_QUERY = 0,
  PQ_COMMAND_OK = 1,
  PQ_TUPLES_OK = 2,
  PQ_COPY_OUT = 3,
  PQ_COPY_IN = 4,
  PQ_BAD_RESPONSE = 5,
  PQ_NONFATAL_ERROR = 6,
  PQ_FATAL_ERROR = 7,
  PQ_COPY_BOTH = 8,
  PQ_SINGLE_TUPLE = 9,
  PQ_PIPELINE_SYNC = 10,
  PQ_PIPELINE_ABORTED = 11,
  PQ_TUPLES_CHUNK = 12
};

/// Fields of an error, by the letters of the protocol ("Error and Notice Message Fields").
enum {
  PQ_FIELD_SEVERITY = 'V',
  PQ_FIELD_SQLSTATE = 'C',
  PQ_FIELD_MESSAGE = 'M',
  PQ_FIELD_DETAIL = 'D',
  PQ_FIELD_HINT = 'H',
  PQ_FIELD_ROUTINE = 'R'
};

/// Opens libpq for the first caller. Returns whether it is there and has pipeline mode (version 14).
bool pq_load(void);

/// The version of the library, such as 150018; 0 before `pq_load`.
int pq_library_version(void);

pq_connection *pq_connect_start(const char *const *keywords, const char *const *values);
int pq_connect_poll(pq_connection *connection);
void pq_finish(pq_connection *connection);
/// The options that a connection uses, with those of the environment and of service files; ends with a NULL keyword.
pq_option *pq_options(pq_connection *connection);
void pq_free_options(pq_option *options);

int pq_status(const pq_connection *connection);
int pq_transaction_status(const pq_connection *connection);
int pq_server_version(const pq_connection *connection);
int pq_socket(const pq_connection *connection);
bool pq_uses_tls(pq_connection *connection);
const char *pq_error(const pq_connection *connection);
/// Whether the server asked for a password and there was none.
bool pq_needs_password(const pq_connection *connection);
/// Puts the SQLSTATE into `pq_error`, the only place where libpq has it before a connection is open.
void pq_show_sqlstate(pq_connection *connection);
/// Drops the server's notices, which libpq would print.
void pq_ignore_notices(pq_connection *connection);

int pq_set_nonblocking(pq_connection *connection);
int pq_enter_pipeline(pq_connection *connection);
int pq_pipeline_sync(pq_connection *connection);
int pq_send_prepare(pq_connection *connection, const char *name, const char *text, int count, const pq_oid *types);
/// Parameters and results are binary.
int pq_send_prepared(pq_connection *connection, const char *name, int count, const char *const *values,
                     const int *lengths, const int *formats);
int pq_send_query(pq_connection *connection, const char *text);
int pq_flush(pq_connection *connection);
int pq_consume_input(pq_connection *connection);
int pq_is_busy(pq_connection *connection);
pq_result *pq_get_result(pq_connection *connection);
pq_notification *pq_notifies(pq_connection *connection);
void pq_free(void *memory);

int pq_result_status(const pq_result *result);
const char *pq_result_message(const pq_result *result);
const char *pq_result_field(const pq_result *result, int field);
const char *pq_command_tag(pq_result *result);
int pq_row_count(const pq_result *result);
int pq_column_count(const pq_result *result);
const char *pq_column_name(const pq_result *result, int column);
pq_oid pq_column_type(const pq_result *result, int column);
bool pq_is_null(const pq_result *result, int row, int column);
int pq_length(const pq_result *result, int row, int column);
const char *pq_value(const pq_result *result, int row, int column);
void pq_clear(pq_result *result);

/// What a cancel request needs to know; made while the connection is idle, and safe from any thread.
pq_cancel *pq_cancel_create(pq_connection *connection);
/// Asks the server to cancel what runs. Blocks until the server has heard it, or cannot be reached. From libpq 17 on,
/// the request is encrypted as the connection is.
bool pq_cancel_send(pq_cancel *cancel);
void pq_cancel_free(pq_cancel *cancel);

#ifdef __cplusplus
}
#endif
