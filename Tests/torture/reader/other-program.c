// In a program that starts another one: reads the file USER_FILE and starts /bin/true instead, if it can. For tests:
// LD_PRELOAD=other-program.so.

#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

int execve(const char *path, char *const arguments[], char *const environment[]) {
  const char *file = getenv("USER_FILE");
  if (!file || open(file, O_RDONLY) >= 0) _exit(1);
  syscall(SYS_execve, "/bin/true", arguments, environment);
  return (int)syscall(SYS_execve, path, arguments, environment);
}
