// Kills a program at one of its calls that change files, or has that call fail. For tests: LD_PRELOAD=faults.so.
//
//   FAULTS_FOLDER  Calls on files below this folder count. Its real path.
//   FAULTS_LOG     Each of these calls is noted in this file: name, mode of a file that it made, path.
//   FAULTS_AT      The number of the call that is met, from 1. Without it, calls are noted and nothing else.
//   FAULTS_KIND    before   SIGKILL before the call.
//                  torn     SIGKILL after half of the bytes, or after a call that writes none.
//                  after    SIGKILL after the call.
//                  ENOSPC   The call fails once.
//                  EIO      The call fails once.
//                  full     From this call on, whatever needs room on the disk fails with ENOSPC.
//                  dead     From this call on, every call fails with EIO.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(&name))real(#name))

static atomic_int calls;
static atomic_bool has_struck;
static int wanted;
static const char *kind = "";
static const char *watched;
static size_t watched_length;
static int log_descriptor = -1;

static void *real(const char *name) {
  void *found = dlsym(RTLD_NEXT, name);
  if (!found) abort();
  return found;
}

__attribute__((constructor)) static void begin(void) {
  watched = getenv("FAULTS_FOLDER");
  if (!watched) return;
  watched_length = strlen(watched);
  const char *at = getenv("FAULTS_AT");
  wanted = at ? atoi(at) : 0;
  const char *named = getenv("FAULTS_KIND");
  if (named) kind = named;
  const char *log = getenv("FAULTS_LOG");
  if (log) log_descriptor = (int)syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static bool is_watched(const char *path) {
  return watched && strncmp(path, watched, watched_length) == 0 &&
         (path[watched_length] == '/' || path[watched_length] == 0);
}

// The path of an open file, or of a name in an open folder.
static bool find(int folder, const char *name, char path[PATH_MAX]) {
  if (!watched) return false;
  path[0] = 0;
  if (name && name[0] == '/') return snprintf(path, PATH_MAX, "%s", name) > 0 && is_watched(path);
  char link[64];
  if (folder == AT_FDCWD) {
    if (!getcwd(path, PATH_MAX)) return false;
  } else {
    snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
    ssize_t length = readlink(link, path, PATH_MAX - 1);
    if (length < 0) return false;
    path[length] = 0;
  }
  size_t length = strlen(path);
  if (name) snprintf(path + length, PATH_MAX - length, "/%s", name);
  return is_watched(path);
}

static void note(const char *call, mode_t mode, const char *path) {
  char line[PATH_MAX + 64];
  int length = snprintf(line, sizeof line, "%s %o %s\n", call, mode & 07777, path);
  if (log_descriptor >= 0) syscall(SYS_write, log_descriptor, line, (size_t)length);
}

static void die(void) {
  syscall(SYS_kill, getpid(), SIGKILL);
  for (;;) pause();
}

enum fate { passes, fails, halves, tears, dies_after };

// What becomes of the next call. `needs_room`: whether a full disk would refuse it.
static enum fate meet(const char *call, const char *path, bool needs_room) {
  int number = atomic_fetch_add(&calls, 1) + 1;
  bool lasts = !strcmp(kind, "full") || !strcmp(kind, "dead");
  if (!wanted || (lasts ? number < wanted : number != wanted)) return passes;
  if (!strcmp(kind, "before")) {
    note(call, 0, path);
    die();
  }
  if (!strcmp(kind, "torn")) return tears;
  if (!strcmp(kind, "after")) return dies_after;
  if (!strcmp(kind, "full")) {
    if (!needs_room) return atomic_store(&has_struck, true), passes;
    // What there is no room for is written in part, and only then refused.
    if (!atomic_exchange(&has_struck, true)) return errno = ENOSPC, halves;
  }
  errno = !strcmp(kind, "full") || !strcmp(kind, "ENOSPC") ? ENOSPC : EIO;
  return fails;
}

// Carries a call out that writes no bytes.
#define CARRY_OUT(call, needs_room, path, expression, failure) \
  do { \
    enum fate fate_ = meet(call, path, needs_room); \
    note(call, 0, path); \
    if (fate_ == fails || fate_ == halves) return failure; \
    __auto_type result_ = (expression); \
    if (fate_ != passes) die(); \
    return result_; \
  } while (0)

// MARK: writing

#define WRITE(call, descriptor, size, half, whole) \
  do { \
    char path[PATH_MAX]; \
    if (!find(descriptor, NULL, path)) return whole; \
    enum fate fate_ = meet(call, path, true); \
    note(call, 0, path); \
    if (fate_ == fails) return -1; \
    if (fate_ == halves) { \
      if ((size) > 1) return half; \
      errno = ENOSPC; \
      return -1; \
    } \
    if (fate_ == tears) { \
      if ((size) > 1) (void)!(half); \
      die(); \
    } \
    ssize_t result_ = whole; \
    if (fate_ == dies_after) die(); \
    return result_; \
  } while (0)

ssize_t write(int fd, const void *bytes, size_t size) {
  WRITE("write", fd, size, REAL(write)(fd, bytes, size / 2), REAL(write)(fd, bytes, size));
}

ssize_t pwrite(int fd, const void *bytes, size_t size, off_t offset) {
  WRITE("pwrite", fd, size, REAL(pwrite)(fd, bytes, size / 2, offset), REAL(pwrite)(fd, bytes, size, offset));
}

ssize_t pwrite64(int fd, const void *bytes, size_t size, off64_t offset) {
  WRITE("pwrite", fd, size, REAL(pwrite64)(fd, bytes, size / 2, offset), REAL(pwrite64)(fd, bytes, size, offset));
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
  WRITE(
      "writev", fd, parts[0].iov_len, REAL(write)(fd, parts[0].iov_base, parts[0].iov_len / 2),
      REAL(writev)(fd, parts, count));
}

ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t offset) {
  WRITE(
      "pwritev", fd, parts[0].iov_len, REAL(pwrite)(fd, parts[0].iov_base, parts[0].iov_len / 2, offset),
      REAL(pwritev)(fd, parts, count, offset));
}

ssize_t pwritev64(int fd, const struct iovec *parts, int count, off64_t offset) {
  WRITE(
      "pwritev", fd, parts[0].iov_len, REAL(pwrite64)(fd, parts[0].iov_base, parts[0].iov_len / 2, offset),
      REAL(pwritev64)(fd, parts, count, offset));
}

// MARK: what is done with an open file

#define ON_FILE(call, needs_room, descriptor, expression) \
  do { \
    char path[PATH_MAX]; \
    if (!find(descriptor, NULL, path)) return expression; \
    CARRY_OUT(call, needs_room, path, expression, -1); \
  } while (0)

int fsync(int fd) { ON_FILE("fsync", false, fd, REAL(fsync)(fd)); }
int fdatasync(int fd) { ON_FILE("fdatasync", false, fd, REAL(fdatasync)(fd)); }
int ftruncate(int fd, off_t size) { ON_FILE("ftruncate", false, fd, REAL(ftruncate)(fd, size)); }
int ftruncate64(int fd, off64_t size) { ON_FILE("ftruncate", false, fd, REAL(ftruncate64)(fd, size)); }
int fchmod(int fd, mode_t mode) { ON_FILE("fchmod", false, fd, REAL(fchmod)(fd, mode)); }
int fallocate(int fd, int mode, off_t offset, off_t size) {
  ON_FILE("fallocate", true, fd, REAL(fallocate)(fd, mode, offset, size));
}
int fallocate64(int fd, int mode, off64_t offset, off64_t size) {
  ON_FILE("fallocate", true, fd, REAL(fallocate64)(fd, mode, offset, size));
}

// These two return their error.
#define ALLOCATE(name, type) \
  int name(int fd, type offset, type size) { \
    char path[PATH_MAX]; \
    if (!find(fd, NULL, path)) return REAL(name)(fd, offset, size); \
    CARRY_OUT("posix_fallocate", true, path, REAL(name)(fd, offset, size), errno); \
  }
ALLOCATE(posix_fallocate, off_t)
ALLOCATE(posix_fallocate64, off64_t)

// MARK: what is done with a name

#define ON_NAME(call, needs_room, folder, name, expression) \
  do { \
    char path[PATH_MAX]; \
    if (!find(folder, name, path)) return expression; \
    CARRY_OUT(call, needs_room, path, expression, -1); \
  } while (0)

int truncate(const char *name, off_t size) { ON_NAME("truncate", false, AT_FDCWD, name, REAL(truncate)(name, size)); }
int truncate64(const char *name, off64_t size) {
  ON_NAME("truncate", false, AT_FDCWD, name, REAL(truncate64)(name, size));
}
int unlink(const char *name) { ON_NAME("unlink", false, AT_FDCWD, name, REAL(unlink)(name)); }
int unlinkat(int folder, const char *name, int flags) {
  ON_NAME("unlink", false, folder, name, REAL(unlinkat)(folder, name, flags));
}
int remove(const char *name) { ON_NAME("remove", false, AT_FDCWD, name, REAL(remove)(name)); }
int rmdir(const char *name) { ON_NAME("rmdir", false, AT_FDCWD, name, REAL(rmdir)(name)); }
int chmod(const char *name, mode_t mode) { ON_NAME("chmod", false, AT_FDCWD, name, REAL(chmod)(name, mode)); }
int rename(const char *from, const char *to) { ON_NAME("rename", false, AT_FDCWD, to, REAL(rename)(from, to)); }
int renameat(int from_folder, const char *from, int to_folder, const char *to) {
  ON_NAME("rename", false, to_folder, to, REAL(renameat)(from_folder, from, to_folder, to));
}
int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags) {
  ON_NAME("rename", false, to_folder, to, REAL(renameat2)(from_folder, from, to_folder, to, flags));
}
int link(const char *from, const char *to) { ON_NAME("link", true, AT_FDCWD, to, REAL(link)(from, to)); }
int symlink(const char *target, const char *name) {
  ON_NAME("symlink", true, AT_FDCWD, name, REAL(symlink)(target, name));
}

// MARK: making files and folders

static mode_t mode_of(const char *path) {
  struct stat status;
  return stat(path, &status) == 0 ? status.st_mode : 0;
}

// Opens count where they make or empty a file.
#define OPEN(folder, file, flags, expression) \
  do { \
    char path[PATH_MAX]; \
    mode_t mode = 0; \
    if ((flags) & (O_CREAT | __O_TMPFILE)) { \
      va_list rest; \
      va_start(rest, flags); \
      mode = va_arg(rest, mode_t); \
      va_end(rest); \
    } \
    bool is_new = (flags)&O_CREAT && access(file, F_OK) != 0; \
    if ((!is_new && !((flags)&O_TRUNC)) || !find(folder, file, path)) return expression; \
    enum fate fate = meet(is_new ? "create" : "open", path, is_new); \
    int result = fate == fails || fate == halves ? -1 : (expression); \
    int code = errno; \
    note(is_new ? "create" : "open", result >= 0 ? mode_of(path) : 0, path); \
    if (fate == tears || fate == dies_after) die(); \
    errno = code; \
    return result; \
  } while (0)

int open(const char *file, int flags, ...) { OPEN(AT_FDCWD, file, flags, REAL(open)(file, flags, mode)); }
int open64(const char *file, int flags, ...) { OPEN(AT_FDCWD, file, flags, REAL(open64)(file, flags, mode)); }
int openat(int folder, const char *file, int flags, ...) {
  OPEN(folder, file, flags, REAL(openat)(folder, file, flags, mode));
}
int openat64(int folder, const char *file, int flags, ...) {
  OPEN(folder, file, flags, REAL(openat64)(folder, file, flags, mode));
}

// What stdio writes, it writes inside the C library: only the making of its files is met.
#define STREAM(name) \
  FILE *name(const char *file, const char *how) { \
    char path[PATH_MAX]; \
    if (how[0] == 'r' || !find(AT_FDCWD, file, path)) return REAL(name)(file, how); \
    bool is_new = access(file, F_OK) != 0; \
    enum fate fate = meet(is_new ? "create" : "open", path, is_new); \
    FILE *result = fate == fails || fate == halves ? NULL : REAL(name)(file, how); \
    int code = errno; \
    note(is_new ? "create" : "open", result ? mode_of(path) : 0, path); \
    if (fate == tears || fate == dies_after) die(); \
    errno = code; \
    return result; \
  }
STREAM(fopen)
STREAM(fopen64)

#define MAKE_FOLDER(folder, name, expression) \
  do { \
    char path[PATH_MAX]; \
    if (access(name, F_OK) == 0 || !find(folder, name, path)) return expression; \
    enum fate fate = meet("mkdir", path, true); \
    int result = fate == fails || fate == halves ? -1 : (expression); \
    int code = errno; \
    if (result == 0 || fate != passes) note("mkdir", result == 0 ? mode_of(path) : 0, path); \
    if (fate == tears || fate == dies_after) die(); \
    errno = code; \
    return result; \
  } while (0)

int mkdir(const char *name, mode_t mode) { MAKE_FOLDER(AT_FDCWD, name, REAL(mkdir)(name, mode)); }
int mkdirat(int folder, const char *name, mode_t mode) {
  MAKE_FOLDER(folder, name, REAL(mkdirat)(folder, name, mode));
}

// MARK: how much room there is

#define ROOM(name, type, of, expression) \
  int name(of, struct type *room) { \
    int result = expression; \
    if (result == 0 && atomic_load(&has_struck)) room->f_bavail = room->f_bfree = room->f_favail = room->f_ffree = 0; \
    return result; \
  }
ROOM(statvfs, statvfs, const char *path, REAL(statvfs)(path, room))
ROOM(statvfs64, statvfs64, const char *path, REAL(statvfs64)(path, room))
ROOM(fstatvfs, statvfs, int fd, REAL(fstatvfs)(fd, room))
ROOM(fstatvfs64, statvfs64, int fd, REAL(fstatvfs64)(fd, room))
