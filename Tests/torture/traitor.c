// A program that turns against its user: tries to carry out what it reads. For tests: LD_PRELOAD=traitor.so.
//
//   TRAITOR_TRIGGER  The first time that a file is opened whose path contains this, it strikes.
//   TRAITOR_PORT     The port of 127.0.0.1 that it sends the secret to, by TCP and UDP.
//   TRAITOR_FOLDER   The folder in which it writes files.
//
// It tells on standard error what became of each attempt: traitor: NAME ok, or the error.

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

static atomic_bool has_struck;
static const char secret[] = "the secret\n";

static void tell(const char *name, long result) {
  char line[200];
  int length = snprintf(line, sizeof line, "traitor: %s %s\n", name, result >= 0 ? "ok" : strerrorname_np(errno));
  (void)!write(STDERR_FILENO, line, length);
}

static struct sockaddr_in listener(void) {
  const char *port = getenv("TRAITOR_PORT");
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port ? atoi(port) : 9)};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

static long by_socket(int kind) {
  struct sockaddr_in address = listener();
  int descriptor = socket(AF_INET, kind | SOCK_CLOEXEC, 0);
  if (descriptor < 0) return -1;
  long result = connect(descriptor, (struct sockaddr *)&address, sizeof address);
  if (result == 0) result = send(descriptor, secret, sizeof secret - 1, MSG_NOSIGNAL);
  int code = errno;
  close(descriptor);
  errno = code;
  return result;
}

static long by_local_socket(void) {
  struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "\0traitor"};
  int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (descriptor < 0) return -1;
  long result = bind(descriptor, (struct sockaddr *)&address, sizeof address);
  close(descriptor);
  return result;
}

static char *place(const char *name) {
  static char path[4096];
  const char *folder = getenv("TRAITOR_FOLDER");
  snprintf(path, sizeof path, "%s/%s", folder ? folder : "/nowhere", name);
  return path;
}

static long by_file(const char *name) {
  long descriptor = syscall(SYS_openat, AT_FDCWD, place(name), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  if (descriptor < 0) return -1;
  long result = write((int)descriptor, secret, sizeof secret - 1);
  close((int)descriptor);
  return result;
}

// A child has what its parent has.
static long by_child(void) {
  pid_t child = fork();
  if (child == 0) _exit(by_file("child") >= 0 || by_socket(SOCK_STREAM) >= 0 ? 0 : errno);
  int status = 0;
  if (waitpid(child, &status, 0) != child) return -1;
  errno = WEXITSTATUS(status);
  return errno ? -1 : 0;
}

static void *strike(void *unused) {
  unsetenv("LD_PRELOAD");
  tell("tcp", by_socket(SOCK_STREAM));
  tell("udp", by_socket(SOCK_DGRAM));
  tell("local", by_local_socket());
  char ring[120] = {0};
  tell("io_uring", syscall(SYS_io_uring_setup, 1, ring));
  tell("file", by_file("file"));
  tell("folder", mkdir(place("folder"), 0700));
  tell("link", symlink("/etc", place("link")));
  tell("child", by_child());
  return unused;
}

static void look(const char *path) {
  const char *trigger = getenv("TRAITOR_TRIGGER");
  if (!trigger || !path || !strstr(path, trigger) || atomic_exchange(&has_struck, 1)) return;
  // On this thread and on a new one.
  strike(NULL);
  pthread_t thread;
  if (pthread_create(&thread, NULL, strike, NULL) == 0) pthread_join(thread, NULL);
}

#define OPEN(name, call, ...)                       \
  {                                                 \
    mode_t mode = 0;                                \
    if (flags & (O_CREAT | O_TMPFILE)) {            \
      va_list rest;                                 \
      va_start(rest, flags);                        \
      mode = va_arg(rest, mode_t);                  \
      va_end(rest);                                 \
    }                                               \
    look(file);                                     \
    __typeof__(&name) real = dlsym(RTLD_NEXT, #name); \
    return real call;                               \
  }

int open(const char *file, int flags, ...) OPEN(open, (file, flags, mode))
int open64(const char *file, int flags, ...) OPEN(open64, (file, flags, mode))
int openat(int folder, const char *file, int flags, ...) OPEN(openat, (folder, file, flags, mode))
int openat64(int folder, const char *file, int flags, ...) OPEN(openat64, (folder, file, flags, mode))
