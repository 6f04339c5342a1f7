// A program that turns against its user: tries to carry out what it reads. For tests: LD_PRELOAD=traitor.so.
//
//   TRAITOR_TRIGGER  The first time that a file is opened whose path contains this, it strikes.
//   TRAITOR_PORT     The port of 127.0.0.1 that it sends the secret to, by TCP and UDP.
//   TRAITOR_FOLDER   The folder in which it writes files. Its file "victim" is what it tries to change.
//   TRAITOR_VICTIM   The process that it tries to reach.
//   TRAITOR_LANDLOCK The version of Landlock that the kernel says it has, as an older one would.
//   RAG_INDEX        The index, beside which the program may write.
//
// It strikes on the thread that opens the file, on a new one, in a child, and on every other thread of the process.
//
// It tells on standard error what became of each attempt: traitor: NAME ok, or the error.

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dlfcn.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
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
  static __thread char path[4096];
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

// A place where the program may write.
static char *own_place(const char *name) {
  static __thread char path[4096];
  const char *index = getenv("RAG_INDEX");
  snprintf(path, sizeof path, "%s.%s", index ? index : "/nowhere/index", name);
  return path;
}

static pid_t victim(void) {
  const char *number = getenv("TRAITOR_VICTIM");
  return number ? atoi(number) : 1;
}

// Does something with a file that it may read; closes it.
#define WITH_VICTIM(expression)                              \
  ({                                                         \
    int file = open(place("victim"), O_RDONLY | O_CLOEXEC);  \
    long result = file < 0 ? -1 : (long)(expression);        \
    int code = errno;                                        \
    if (file >= 0) close(file);                              \
    errno = code;                                            \
    result;                                                  \
  })

static long by_opening(const char *path, int flags) {
  long descriptor = syscall(SYS_openat, AT_FDCWD, path, flags | O_CLOEXEC, 0600);
  if (descriptor >= 0) close((int)descriptor);
  return descriptor;
}

// Without what the C library does at a fork, which other threads could be in the way of.
static pid_t fork_now(void) { return (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0); }

static long ending(pid_t child) {
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child) return -1;
  errno = WIFEXITED(status) ? WEXITSTATUS(status) : EPERM;
  return errno ? -1 : 0;
}

// A child has what its parent has.
static long by_child(void) {
  pid_t child = fork_now();
  if (child == 0) _exit(by_file("child") >= 0 || by_socket(SOCK_STREAM) >= 0 ? 0 : errno);
  return ending(child);
}

// A program beside the index, which may be written: it has what started it.
static long by_program(void) {
  char *path = own_place("program");
  long file = syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0700);
  if (file < 0) return -1;
  char script[4200];
  int length = snprintf(script, sizeof script, "#!/bin/sh\n2>/dev/null echo > '%s' || exit 13\n", place("program"));
  (void)!write((int)file, script, length);
  close((int)file);
  pid_t child = fork_now();
  if (child == 0) {
    execl(path, path, (char *)NULL);
    _exit(errno);
  }
  long result = ending(child);
  int code = errno;
  unlink(path);
  errno = code;
  return result;
}

static long by_rename(void) {
  char *own = own_place("carried");
  long file = syscall(SYS_openat, AT_FDCWD, own, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0) return -1;
  close((int)file);
  long result = rename(own, place("carried"));
  int code = errno;
  unlink(own);
  errno = code;
  return result;
}

static long by_memory(int writes) {
  char byte = 0;
  struct iovec here = {&byte, 1}, there = {(void *)0x400000, 1};
  return syscall(writes ? SYS_process_vm_writev : SYS_process_vm_readv, victim(), &here, 1, &there, 1, 0);
}

static long by_pidfd(void) {
  int process = (int)syscall(SYS_pidfd_open, victim(), 0);
  if (process < 0) return -1;
  long result = syscall(SYS_pidfd_send_signal, process, SIGTERM, NULL, 0);
  int code = errno;
  close(process);
  errno = code;
  return result;
}

static long by_taking(void) {
  int process = (int)syscall(SYS_pidfd_open, victim(), 0);
  if (process < 0) return -1;
  long result = syscall(SYS_pidfd_getfd, process, 0, 0);
  int code = errno;
  close(process);
  errno = code;
  return result;
}

// A signal that the kernel sends when a pipe can be read.
static long by_owner(int command, long value) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return -1;
  long result = syscall(SYS_fcntl, ends[0], command, value);
  int code = errno;
  close(ends[0]);
  close(ends[1]);
  errno = code;
  return result;
}

static void strike_once(void) {
  pid_t other = victim();
  siginfo_t info = {.si_code = SI_QUEUE};
  struct rlimit limit = {1 << 20, 1 << 20};
  struct timespec times[2] = {{1, 0}, {1, 0}};
  unsigned long cores[16] = {1};
  int flags = FS_NOATIME_FL;
  uint64_t how[3] = {O_RDONLY | O_TRUNC, 0, 0};
  char ring[120] = {0}, bytes[128] = {0};
  int pair[2];
  // Connections.
  tell("tcp", by_socket(SOCK_STREAM));
  tell("udp", by_socket(SOCK_DGRAM));
  tell("local", by_local_socket());
  tell("io_uring", syscall(SYS_io_uring_setup, 1, ring));
  tell("datagram-pair", socketpair(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0, pair));
  tell("seqpacket-pair", syscall(SYS_socketpair, AF_UNIX, SOCK_SEQPACKET | 1UL << 32, 0, pair));
  // Files and folders.
  tell("file", by_file("file"));
  tell("folder", mkdir(place("folder"), 0700));
  tell("link", symlink("/etc", place("link")));
  tell("pipe", syscall(SYS_mknodat, AT_FDCWD, place("pipe"), S_IFIFO | 0600, 0));
  tell("open-truncate", by_opening(place("victim"), O_WRONLY | O_TRUNC));
  tell("open-append", by_opening(place("victim"), O_WRONLY | O_APPEND));
  tell("open-read-truncate", by_opening(place("victim"), O_RDONLY | O_TRUNC));
  tell("open-neither-truncate", by_opening(place("victim"), O_ACCMODE | O_TRUNC));
  tell("openat2", WITH_VICTIM(syscall(437, file, "", how, sizeof how)));
  tell("truncate", truncate(place("victim"), 0));
  tell("rename", by_rename());
  tell("hard-link", syscall(SYS_linkat, AT_FDCWD, place("victim"), AT_FDCWD, own_place("hard"), 0));
  tell("own-memory", by_opening("/proc/self/mem", O_RDWR));
  // What is said of files.
  tell("chmod", syscall(SYS_fchmodat, AT_FDCWD, place("victim"), 0777));
  tell("fchmod", WITH_VICTIM(fchmod(file, 0777)));
  tell("fchmodat2", syscall(452, AT_FDCWD, place("victim"), 0777, 0));
  tell("chown", syscall(SYS_fchownat, AT_FDCWD, place("victim"), getuid(), -1, 0));
  tell("fchown", WITH_VICTIM(fchown(file, getuid(), -1)));
  tell("utimes", syscall(SYS_utimensat, AT_FDCWD, place("victim"), times, 0));
  tell("futimes", WITH_VICTIM(syscall(SYS_utimensat, file, NULL, times, 0)));
  tell("setxattr", syscall(SYS_setxattr, place("victim"), "user.traitor", "x", 1, 0));
  tell("fsetxattr", WITH_VICTIM(syscall(SYS_fsetxattr, file, "user.traitor", "x", 1, 0)));
  tell("removexattr", syscall(SYS_removexattr, place("victim"), "user.traitor"));
  tell("setxattrat", syscall(463, AT_FDCWD, place("victim"), 0, "user.traitor", ring, 16));
  tell("inode-flags", WITH_VICTIM(syscall(SYS_ioctl, file, FS_IOC_SETFLAGS, &flags)));
  tell("inode-attributes", WITH_VICTIM(syscall(SYS_ioctl, file, FS_IOC_FSSETXATTR, ring)));
  tell("file_setattr", syscall(469, AT_FDCWD, place("victim"), ring, 24, 0));
  // Other processes.
  tell("kill", syscall(SYS_kill, other, SIGTERM));
  // The kernel looks at 32 bits, the filter at 64.
  tell("kill-wide", syscall(SYS_kill, 1UL << 32 | other, SIGTERM));
  tell("kill-none-wide", syscall(SYS_kill, other, 1UL << 32 | SIGTERM));
  tell("tkill", syscall(SYS_tkill, other, SIGTERM));
  tell("tgkill", syscall(SYS_tgkill, other, other, SIGTERM));
  tell("sigqueue", syscall(SYS_rt_sigqueueinfo, other, SIGTERM, &info));
  tell("pidfd-signal", by_pidfd());
  tell("pidfd-getfd", by_taking());
  tell("setown", by_owner(F_SETOWN, other));
  tell("setsig", by_owner(F_SETSIG, SIGKILL));
  tell("prlimit", syscall(SYS_prlimit64, other, RLIMIT_CPU, &limit, NULL));
  tell("setpriority", setpriority(PRIO_PROCESS, other, 19));
  tell("affinity", syscall(SYS_sched_setaffinity, other, sizeof cores, cores));
  tell("ptrace", ptrace(PTRACE_ATTACH, other, NULL, NULL));
  tell("vm-read", by_memory(0));
  tell("vm-write", by_memory(1));
  snprintf(bytes, sizeof bytes, "/proc/%d/mem", other);
  tell("proc-mem", by_opening(bytes, O_RDWR));
  // The terminal.
  tell("type", syscall(SYS_ioctl, 0, TIOCSTI, "x"));
  tell("type-wide", syscall(SYS_ioctl, 0, 1UL << 32 | TIOCSTI, "x"));
  tell("paste", syscall(SYS_ioctl, 0, TIOCLINUX, "\3"));
  tell("discipline", syscall(SYS_ioctl, 0, TIOCSETD, &flags));
  // What processes share.
  tell("shared-memory", syscall(SYS_shmget, 0x7A17, 4096, 0600 | 01000));
  tell("semaphore", syscall(SYS_semget, 0x7A17, 1, 0600 | 01000));
  tell("message-queue", syscall(SYS_msgget, 0x7A17, 0600 | 01000));
  tell("posix-queue", syscall(SYS_mq_open, "traitor", O_RDWR | O_CREAT, 0600, NULL));
  tell("key", syscall(SYS_add_key, "user", "traitor", "x", 1, -4));
  tell("keyctl", syscall(SYS_keyctl, 0, -4, 1));
  // Programs, and the kernel.
  tell("memfd", syscall(SYS_memfd_create, "traitor", 0));
  tell("execveat", syscall(SYS_execveat, AT_FDCWD, "/nowhere", NULL, NULL, 0));
  tell("child", by_child());
  tell("program", by_program());
  tell("userfaultfd", syscall(SYS_userfaultfd, 1));
  tell("bpf", syscall(SYS_bpf, 0, bytes, sizeof bytes));
  tell("perf", syscall(SYS_perf_event_open, bytes, 0, -1, -1, 0));
  tell("unshare", syscall(SYS_unshare, 0x10000000));
  tell("mount", syscall(SYS_mount, "none", place("victim"), "tmpfs", 0, NULL));
  tell("chroot", chroot("/"));
  tell("remove", unlink(place("victim")));
}

static void *strike(void *unused) {
  strike_once();
  return unused;
}

static atomic_int struck_by_signal;
static atomic_bool is_striking;

static void strike_in_handler(int signal) {
  (void)signal;
  int code = errno;
  // One after another: they write the same files.
  while (atomic_exchange(&is_striking, 1)) usleep(1000);
  strike_once();
  atomic_store(&is_striking, 0);
  atomic_fetch_add(&struck_by_signal, 1);
  errno = code;
}

// Of the signals that Swift's threads leave open.
#define OPEN_SIGNAL SIGPROF

// Code in a process can run on each of its threads, also on one that is outside of its lock.
static void strike_everywhere(void) {
  struct sigaction action = {.sa_handler = strike_in_handler, .sa_flags = SA_RESTART};
  sigaction(OPEN_SIGNAL, &action, NULL);
  DIR *tasks = opendir("/proc/self/task");
  if (!tasks) return;
  int sent = 0;
  for (struct dirent *task; (task = readdir(tasks));) {
    int id = atoi(task->d_name);
    if (id <= 0 || id == gettid()) continue;
    if (syscall(SYS_tgkill, getpid(), id, OPEN_SIGNAL) == 0) sent++;
  }
  closedir(tasks);
  // A thread that blocks the signal never gets it.
  for (int i = 0; i < 5000 && atomic_load(&struck_by_signal) < sent; i++) usleep(1000);
}

static void look(const char *path) {
  const char *trigger = getenv("TRAITOR_TRIGGER");
  if (!trigger || !path || !strstr(path, trigger) || atomic_exchange(&has_struck, 1)) return;
  unsetenv("LD_PRELOAD");
  strike(NULL);
  strike_everywhere();
  pthread_t thread;
  if (pthread_create(&thread, NULL, strike, NULL) == 0) pthread_join(thread, NULL);
  pid_t child = fork_now();
  if (child == 0) {
    strike_once();
    _exit(0);
  }
  (void)ending(child);
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

// The program asks for the version of Landlock (444 with flag 1), and uses what it has.
long syscall(long number, ...) {
  long arguments[6];
  va_list rest;
  va_start(rest, number);
  for (int i = 0; i < 6; i++) arguments[i] = va_arg(rest, long);
  va_end(rest);
  const char *version = getenv("TRAITOR_LANDLOCK");
  if (number == 444 && arguments[2] == 1 && version) {
    errno = ENOSYS;
    return atoi(version) > 0 ? atoi(version) : -1;
  }
  long (*real)(long, ...) = (long (*)(long, ...))dlsym(RTLD_NEXT, "syscall");
  return real(number, arguments[0], arguments[1], arguments[2], arguments[3], arguments[4], arguments[5]);
}

int open(const char *file, int flags, ...) OPEN(open, (file, flags, mode))
int open64(const char *file, int flags, ...) OPEN(open64, (file, flags, mode))
int openat(int folder, const char *file, int flags, ...) OPEN(openat, (folder, file, flags, mode))
int openat64(int folder, const char *file, int flags, ...) OPEN(openat64, (folder, file, flags, mode))
