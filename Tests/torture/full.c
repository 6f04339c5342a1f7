// Lets a server find its disk full: what makes a table's file longer fails with ENOSPC while a file exists. What
// overwrites does not, as on a disk that is full. For tests: LD_PRELOAD=full.so.
//
//   FULL_WHEN  The file. Only files below "/base/", where PostgreSQL has its tables, are concerned.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static int is_full(int descriptor, off_t end) {
  const char *when = getenv("FULL_WHEN");
  struct stat file;
  if (!when || access(when, F_OK) != 0 || fstat(descriptor, &file) != 0 || end <= file.st_size) return 0;
  char link[64], path[512];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return strstr(path, "/base/") != NULL;
}

static off_t total(const struct iovec *parts, int count) {
  off_t bytes = 0;
  for (int i = 0; i < count; i++) bytes += parts[i].iov_len;
  return bytes;
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
  ssize_t (*real)(int, const void *, size_t, off_t) = dlsym(RTLD_NEXT, "pwrite");
  if (!is_full(descriptor, offset + (off_t)count)) return real(descriptor, bytes, count, offset);
  errno = ENOSPC;
  return -1;
}

ssize_t pwritev(int descriptor, const struct iovec *parts, int count, off_t offset) {
  ssize_t (*real)(int, const struct iovec *, int, off_t) = dlsym(RTLD_NEXT, "pwritev");
  if (!is_full(descriptor, offset + total(parts, count))) return real(descriptor, parts, count, offset);
  errno = ENOSPC;
  return -1;
}

int posix_fallocate(int descriptor, off_t offset, off_t length) {
  int (*real)(int, off_t, off_t) = dlsym(RTLD_NEXT, "posix_fallocate");
  return is_full(descriptor, offset + length) ? ENOSPC : real(descriptor, offset, length);
}
