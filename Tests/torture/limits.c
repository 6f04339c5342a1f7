// Refuses to follow more than some folders, as the kernel does at its limit. For tests: LD_PRELOAD=limits.so.
//
//   LIMITS_FOLDERS  How many folders can be followed.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

static atomic_int followed;

int inotify_add_watch(int queue, const char *path, uint32_t events) {
  const char *most = getenv("LIMITS_FOLDERS");
  if (most && atomic_fetch_add(&followed, 1) >= atoi(most)) {
    errno = ENOSPC;
    return -1;
  }
  int (*real)(int, const char *, uint32_t) = (int (*)(int, const char *, uint32_t))dlsym(RTLD_NEXT, "inotify_add_watch");
  return real(queue, path, events);
}
