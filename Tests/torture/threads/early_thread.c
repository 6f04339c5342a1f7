// A library that starts a thread when it is loaded, as some do. For tests: LD_PRELOAD=early_thread.so.

#include <pthread.h>
#include <unistd.h>

static void *wait_for_ever(void *unused) {
  for (;;) pause();
  return unused;
}

__attribute__((constructor)) static void start(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, wait_for_ever, NULL);
}
