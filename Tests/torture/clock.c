// Sets a program's clock back or forward. For tests: LD_PRELOAD=clock.so.
//
//   CLOCK_SHIFT  By how many seconds.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

static long shift(void) {
  const char *seconds = getenv("CLOCK_SHIFT");
  return seconds ? atol(seconds) : 0;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  int (*real)(clockid_t, struct timespec *) = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
  int result = real(clock, time);
  if (result == 0 && clock == CLOCK_REALTIME) time->tv_sec += shift();
  return result;
}

int gettimeofday(struct timeval *time, void *zone) {
  struct timespec now;
  int result = clock_gettime(CLOCK_REALTIME, &now);
  if (result == 0) *time = (struct timeval){now.tv_sec, now.tv_nsec / 1000};
  return result;
}

time_t time(time_t *result) {
  struct timespec now = {0};
  clock_gettime(CLOCK_REALTIME, &now);
  if (result) *result = now.tv_sec;
  return now.tv_sec;
}
