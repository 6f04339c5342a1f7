// libpq is opened at the first connection: a program that makes none does not load it.
#include "postgres.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>

typedef struct pg_cancel_conn pq_cancel_connection;

// The functions of libpq, found by name.
static struct {
  int (*libVersion)(void);
  pq_connection *(*connectStartParams)(const char *const *, const char *const *, int);
  int (*connectPoll)(pq_connection *);
  void (*finish)(pq_connection *);
  pq_option *(*conninfo)(pq_connection *);
  void (*conninfoFree)(pq_option *);
  int (*status)(const pq_connection *);
  int (*transactionStatus)(const pq_connection *);
  int (*serverVersion)(const pq_connection *);
  int (*socket)(const pq_connection *);
  int (*sslInUse)(pq_connection *);
  char *(*errorMessage)(const pq_connection *);
  int (*connectionNeedsPassword)(const pq_connection *);
  int (*setErrorVerbosity)(pq_connection *, int);
  void *(*setNoticeReceiver)(pq_connection *, void (*)(void *, const pq_result *), void *);
  int (*setnonblocking)(pq_connection *, int);
  int (*enterPipelineMode)(pq_connection *);
  int (*pipelineSync)(pq_connection *);
  int (*sendPrepare)(pq_connection *, const char *, const char *, int, const pq_oid *);
  int (*sendQueryPrepared)(pq_connection *, const char *, int, const char *const *, const int *, const int *, int);
  int (*sendQueryParams)(pq_connection *, const char *, int, const pq_oid *, const char *const *, const int *,
                         const int *, int);
  int (*flush)(pq_connection *);
  int (*consumeInput)(pq_connection *);
  int (*isBusy)(pq_connection *);
  pq_result *(*getResult)(pq_connection *);
  pq_notification *(*notifies)(pq_connection *);
  void (*freemem)(void *);
  int (*resultStatus)(const pq_result *);
  char *(*resultErrorMessage)(const pq_result *);
  char *(*resultErrorField)(const pq_result *, int);
  char *(*cmdStatus)(pq_result *);
  int (*ntuples)(const pq_result *);
  int (*nfields)(const pq_result *);
  char *(*fname)(const pq_result *, int);
  pq_oid (*ftype)(const pq_result *, int);
  int (*getisnull)(const pq_result *, int, int);
  int (*getlength)(const pq_result *, int, int);
  char *(*getvalue)(const pq_result *, int, int);
  void (*clear)(pq_result *);
  void *(*getCancel)(pq_connection *);
  int (*cancel)(void *, char *, int);
  void (*freeCancel)(void *);
  // Since version 17; NULL before.
  pq_cancel_connection *(*cancelCreate)(pq_connection *);
  int (*cancelBlocking)(pq_cancel_connection *);
  void (*cancelFinish)(pq_cancel_connection *);
} pq;
static bool is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  // Homebrew links its libpq into neither of the folders that the loader searches.
  static const char *const names[] = {"libpq.so.5", "libpq.5.dylib", "/opt/homebrew/opt/libpq/lib/libpq.5.dylib",
                                      "/usr/local/opt/libpq/lib/libpq.5.dylib"};
  void *library = NULL;
  for (size_t i = 0; i < sizeof names / sizeof *names && !library; i++) {
    library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
  }
  if (!library) return;
  bool found = true;
#define OPTIONAL(name) pq.name = (__typeof__(pq.name))dlsym(library, "PQ" #name)
#define FIND(name) found &= (OPTIONAL(name)) != NULL
  FIND(libVersion);
  FIND(connectStartParams);
  FIND(connectPoll);
  FIND(finish);
  FIND(conninfo);
  FIND(conninfoFree);
  FIND(status);
  FIND(transactionStatus);
  FIND(serverVersion);
  FIND(socket);
  FIND(sslInUse);
  FIND(errorMessage);
  FIND(connectionNeedsPassword);
  FIND(setErrorVerbosity);
  FIND(setNoticeReceiver);
  FIND(setnonblocking);
  FIND(enterPipelineMode);
  FIND(pipelineSync);
  FIND(sendPrepare);
  FIND(sendQueryPrepared);
  FIND(sendQueryParams);
  FIND(flush);
  FIND(consumeInput);
  FIND(isBusy);
  FIND(getResult);
  FIND(notifies);
  FIND(freemem);
  FIND(resultStatus);
  FIND(resultErrorMessage);
  FIND(resultErrorField);
  FIND(cmdStatus);
  FIND(ntuples);
  FIND(nfields);
  FIND(fname);
  FIND(ftype);
  FIND(getisnull);
  FIND(getlength);
  FIND(getvalue);
  FIND(clear);
  FIND(getCancel);
  FIND(cancel);
  FIND(freeCancel);
  OPTIONAL(cancelCreate);
  OPTIONAL(cancelBlocking);
  OPTIONAL(cancelFinish);
#undef FIND
#undef OPTIONAL
  is_loaded = found;
}

bool pq_load(void) {
  pthread_once(&once, load);
  return is_loaded;
}

int pq_library_version(void) { return is_loaded ? pq.libVersion() : 0; }

pq_connection *pq_connect_start(const char *const *keywords, const char *const *values) {
  return pq.connectStartParams(keywords, values, 0);
}

static void ignore(void *context, const pq_result *result) {
  (void)context;
  (void)result;
}
void pq_ignore_notices(pq_connection *connection) { pq.setNoticeReceiver(connection, ignore, NULL); }

int pq_connect_poll(pq_connection *connection) { return pq.connectPoll(connection); }
void pq_finish(pq_connection *connection) { pq.finish(connection); }
pq_option *pq_options(pq_connection *connection) { return pq.conninfo(connection); }
void pq_free_options(pq_option *options) { pq.conninfoFree(options); }
int pq_status(const pq_connection *connection) { return pq.status(connection); }
int pq_transaction_status(const pq_connection *connection) { return pq.transactionStatus(connection); }
int pq_server_version(const pq_connection *connection) { return pq.serverVersion(connection); }
int pq_socket(const pq_connection *connection) { return pq.socket(connection); }
bool pq_uses_tls(pq_connection *connection) { return pq.sslInUse(connection) != 0; }
const char *pq_error(const pq_connection *connection) { return pq.errorMessage(connection); }
bool pq_needs_password(const pq_connection *connection) { return pq.connectionNeedsPassword(connection) != 0; }
void pq_show_sqlstate(pq_connection *connection) { pq.setErrorVerbosity(connection, 2); }  // PQERRORS_VERBOSE
int pq_set_nonblocking(pq_connection *connection) { return pq.setnonblocking(connection, 1); }
int pq_enter_pipeline(pq_connection *connection) { return pq.enterPipelineMode(connection); }
int pq_pipeline_sync(pq_connection *connection) { return pq.pipelineSync(connection); }
int pq_send_prepare(pq_connection *connection, const char *name, const char *text, int count, const pq_oid *types) {
  return pq.sendPrepare(connection, name, text, count, types);
}
int pq_send_prepared(pq_connection *connection, const char *name, int count, const char *const *values,
                     const int *lengths, const int *formats) {
  return pq.sendQueryPrepared(connection, name, count, values, lengths, formats, 1);
}
int pq_send_query(pq_connection *connection, const char *text) {
  return pq.sendQueryParams(connection, text, 0, NULL, NULL, NULL, NULL, 1);
}
int pq_flush(pq_connection *connection) { return pq.flush(connection); }
int pq_consume_input(pq_connection *connection) { return pq.consumeInput(connection); }
int pq_is_busy(pq_connection *connection) { return pq.isBusy(connection); }
pq_result *pq_get_result(pq_connection *connection) { return pq.getResult(connection); }
pq_notification *pq_notifies(pq_connection *connection) { return pq.notifies(connection); }
void pq_free(void *memory) { pq.freemem(memory); }
int pq_result_status(const pq_result *result) { return pq.resultStatus(result); }
const char *pq_result_message(const pq_result *result) { return pq.resultErrorMessage(result); }
const char *pq_result_field(const pq_result *result, int field) { return pq.resultErrorField(result, field); }
const char *pq_command_tag(pq_result *result) { return pq.cmdStatus(result); }
int pq_row_count(const pq_result *result) { return pq.ntuples(result); }
int pq_column_count(const pq_result *result) { return pq.nfields(result); }
const char *pq_column_name(const pq_result *result, int column) { return pq.fname(result, column); }
pq_oid pq_column_type(const pq_result *result, int column) { return pq.ftype(result, column); }
bool pq_is_null(const pq_result *result, int row, int column) { return pq.getisnull(result, row, column) != 0; }
int pq_length(const pq_result *result, int row, int column) { return pq.getlength(result, row, column); }
const char *pq_value(const pq_result *result, int row, int column) { return pq.getvalue(result, row, column); }
void pq_clear(pq_result *result) { pq.clear(result); }

struct pg_cancel {
  void *plain;
  pq_cancel_connection *encrypted;
};

pq_cancel *pq_cancel_create(pq_connection *connection) {
  pq_cancel *cancel = calloc(1, sizeof *cancel);
  if (!cancel) return NULL;
  if (pq.cancelCreate && pq.cancelBlocking && pq.cancelFinish) {
    cancel->encrypted = pq.cancelCreate(connection);
  } else {
    cancel->plain = pq.getCancel(connection);
  }
  return cancel;
}

bool pq_cancel_send(pq_cancel *cancel) {
  if (cancel->encrypted) return pq.cancelBlocking(cancel->encrypted) != 0;
  char message[256];
  return cancel->plain && pq.cancel(cancel->plain, message, sizeof message) != 0;
}

void pq_cancel_free(pq_cancel *cancel) {
  if (!cancel) return;
  if (cancel->encrypted) pq.cancelFinish(cancel->encrypted);
  if (cancel->plain) pq.freeCancel(cancel->plain);
  free(cancel);
}
