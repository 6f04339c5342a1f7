#include "lock.h"

#ifdef __linux__

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <seccomp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

// Names, since the numbers differ between processors, and older headers lack some. Each list ends with NULL.

/// What makes, connects or takes over a socket.
static const char *const sockets[] = {"socket", "connect", "bind", "listen", "accept", "accept4", "socketcall", NULL};

static const char *const refused_always[] = {
    // They do what other calls do, past any filter.
    "io_uring_setup", "io_uring_enter", "io_uring_register",
    // Other processes: their memory, descriptors and signals.
    "ptrace", "process_vm_readv", "process_vm_writev", "process_madvise", "process_mrelease", "pidfd_getfd", "kcmp",
    "migrate_pages", "move_pages", "tkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo", "pidfd_send_signal", "setpriority",
    "ioprio_set", "sched_setscheduler", "sched_setparam", "sched_setattr",
    // Files that Landlock does not protect: modes, owners, times, attributes, and before Linux 6.2 their length.
    "chmod", "fchmod", "fchmodat", "fchmodat2", "chown", "lchown", "fchown", "fchownat", "chown32", "lchown32",
    "fchown32", "utime", "utimes", "futimesat", "utimensat", "utimensat_time64", "setxattr", "lsetxattr", "fsetxattr",
    "setxattrat", "removexattr", "lremovexattr", "fremovexattr", "removexattrat", "file_setattr", "truncate",
    "truncate64", "mknod", "mknodat", "open_by_handle_at", "quotactl", "quotactl_fd",
    "fanotify_init", "fanotify_mark", "openat2",
    // Programs that are in no file.
    "memfd_create", "memfd_secret", "execveat",
    // Memory, queues and keys that other processes share.
    "shmget", "shmat", "shmctl", "shmdt", "semget", "semop", "semtimedop", "semtimedop_time64", "semctl", "msgget",
    "msgsnd", "msgrcv", "msgctl", "ipc", "mq_open", "mq_unlink", "mq_timedsend", "mq_timedsend_time64",
    "mq_timedreceive", "mq_timedreceive_time64", "mq_notify", "mq_getsetattr", "add_key", "request_key", "keyctl",
    // The kernel itself.
    "bpf", "perf_event_open", "userfaultfd", "kexec_load", "kexec_file_load", "init_module", "finit_module",
    "delete_module", "reboot", "swapon", "swapoff", "acct", "syslog", "settimeofday", "stime", "clock_settime",
    "clock_settime64", "clock_adjtime", "clock_adjtime64", "adjtimex", "sethostname", "setdomainname", "iopl", "ioperm",
    "vhangup", "modify_ldt", "uselib", "nfsservctl", "lookup_dcookie", "personality",
    // Namespaces and mounts.
    "unshare", "setns", "mount", "umount", "umount2", "pivot_root", "chroot", "open_tree", "move_mount", "fsopen",
    "fsconfig", "fsmount", "fspick", "mount_setattr", NULL,
};

/// What is allowed with some arguments only: `add_conditional`.
static const char *const conditional[] = {
    "ioctl", "fcntl", "fcntl64", "open", "openat", "kill", "tgkill", "prlimit64", "sched_setaffinity", "socketpair", NULL,
};

/// What converting a file needs: memory, files of libraries, time, and its own descriptors.
static const char *const converting[] = {
    "read", "readv", "pread64", "write", "writev", "pwrite64", "close", "close_range", "lseek", "_llseek",
    "stat", "stat64", "lstat", "lstat64", "fstat", "fstat64", "newfstatat", "fstatat64", "statx",
    "statfs", "statfs64", "fstatfs", "fstatfs64", "access", "faccessat", "faccessat2", "readlink", "readlinkat",
    "getcwd", "getdents64", "mmap", "mmap2", "munmap", "mremap", "mprotect", "madvise", "brk", "futex", "futex_time64",
    "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "sigreturn", "sigaltstack", "restart_syscall", "clock_gettime",
    "clock_gettime64", "clock_getres", "clock_nanosleep", "clock_nanosleep_time64", "nanosleep", "gettimeofday", "time",
    "times", "getpid", "gettid", "getuid", "geteuid", "getgid", "getegid", "getrandom", "getrusage", "getrlimit",
    "ugetrlimit", "sched_yield", "sched_getaffinity", "sysinfo", "uname", "poll", "ppoll", "ppoll_time64", "exit",
    "exit_group", "set_robust_list", "rseq", "membarrier", NULL,
};

/// What starting a program needs, and what a shell and that program need.
static const char *const starting[] = {
    "clone", "clone3", "fork", "vfork", "execve", "wait4", "waitid", "waitpid", "pipe", "pipe2", "dup", "dup2", "dup3",
    "arch_prctl", "set_thread_area", "set_tid_address", "setrlimit", "getppid", "getpgrp", "getpgid", "umask", NULL,
};

static int is_in(const char *const *names, const char *name) {
    for (; *names; names++) if (strcmp(*names, name) == 0) return 1;
    return 0;
}

/// Adds a rule if this architecture has the call.
static int allow(scmp_filter_ctx filter, const char *name, unsigned count, const struct scmp_arg_cmp *conditions) {
    int number = seccomp_syscall_resolve_name(name);
    return number < 0 ? 0 : seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, number, count, conditions);
}

static int allow_value(scmp_filter_ctx filter, const char *name, unsigned argument, uint64_t value) {
    // All 64 bits: the kernel ignores the upper ones of some arguments, so that another value could look like this one.
    return allow(filter, name, 1, &SCMP_CMP64(argument, SCMP_CMP_EQ, value));
}

/// Allows a call for this process: 0 or its own number.
static int allow_self(scmp_filter_ctx filter, const char *name) {
    int failure = allow_value(filter, name, 0, 0);
    return failure ? failure : allow_value(filter, name, 0, (uint64_t)getpid());
}

/// Asking about a terminal or a descriptor and reading a line; neither typing into a terminal nor signals.
static int add_controls(scmp_filter_ctx filter) {
    static const uint64_t requests[] = {TCGETS, TCSETS, TCSETSW, TCSETSF, TCFLSH, TIOCGWINSZ, TIOCGPGRP, TIOCOUTQ,
                                        FIONREAD, FIONBIO, FIOCLEX, FIONCLEX};
    static const uint64_t commands[] = {F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_GETLK, F_SETLK,
                                        F_SETLKW, F_OFD_GETLK, F_OFD_SETLK, F_OFD_SETLKW, F_SETPIPE_SZ, F_GETPIPE_SZ};
    int failure = 0;
    for (unsigned i = 0; !failure && i < sizeof requests / sizeof *requests; i++)
        failure = allow_value(filter, "ioctl", 1, requests[i]);
    for (unsigned i = 0; !failure && i < sizeof commands / sizeof *commands; i++) {
        failure = allow_value(filter, "fcntl", 1, commands[i]);
        if (!failure) failure = allow_value(filter, "fcntl64", 1, commands[i]);
    }
    return failure;
}

/// Opening, but not cutting a file that is opened for reading, which Landlock did not refuse before Linux 6.2.
static int add_opening(scmp_filter_ctx filter, const char *name, unsigned argument) {
    int failure = allow(filter, name, 1, &SCMP_CMP64(argument, SCMP_CMP_MASKED_EQ, O_TRUNC, 0));
    if (!failure) failure = allow(filter, name, 1, &SCMP_CMP64(argument, SCMP_CMP_MASKED_EQ, O_ACCMODE, O_WRONLY));
    return failure ? failure : allow(filter, name, 1, &SCMP_CMP64(argument, SCMP_CMP_MASKED_EQ, O_ACCMODE, O_RDWR));
}

static int add_signals(scmp_filter_ctx filter) {
    uint64_t own = (uint64_t)getpid();
    int failure = allow_value(filter, "kill", 0, own);
    // Signal 0 asks whether a process is there.
    if (!failure) failure = allow_value(filter, "kill", 1, 0);
    return failure ? failure : allow_value(filter, "tgkill", 0, own);
}

static int add_conditional(scmp_filter_ctx filter) {
    int failure = add_controls(filter);
    if (!failure) failure = add_opening(filter, "open", 1);
    if (!failure) failure = add_opening(filter, "openat", 2);
    if (!failure) failure = add_signals(filter);
    // Reading limits, or changing its own.
    if (!failure) failure = allow_self(filter, "prlimit64");
    if (!failure) failure = allow_value(filter, "prlimit64", 2, 0);
    if (!failure) failure = allow_self(filter, "sched_setaffinity");
    // A datagram socket could send to any other by its address.
    if (!failure) failure = allow(filter, "socketpair", 1, &SCMP_CMP64(1, SCMP_CMP_MASKED_EQ, 0xF, SOCK_STREAM));
    return failure;
}

/// Makes a filter that refuses what no rule allows; NULL with `errno` if there is no memory.
static scmp_filter_ctx new_filter(int *failure) {
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
    if (!filter) {
        errno = ENOMEM;
        return NULL;
    }
    // The kernel's own error codes, which say whether it has such filters.
    seccomp_attr_set(filter, SCMP_FLTATR_API_SYSRAWRC, 1);
    // A tree of rules instead of a list: some hundred rules cost each call nothing that can be measured.
    seccomp_attr_set(filter, SCMP_FLTATR_CTL_OPTIMIZE, 2);
    *failure = seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1);
    // Calls of another architecture, such as a 64-bit processor's 32-bit calls, have other numbers.
    if (!*failure) *failure = seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_ERRNO(EPERM));
    return filter;
}

static int load(scmp_filter_ctx filter, int failure) {
    if (!failure) failure = seccomp_load(filter);
    seccomp_release(filter);
    if (!failure) return 0;
    // A container may have a filter of its own, which allows no other.
    if (failure == -EINVAL || failure == -ENOSYS || failure == -EOPNOTSUPP || failure == -EPERM) return LOCK_UNSUPPORTED;
    errno = -failure;
    return -1;
}

int lock_calls(int refused) {
    // More than any architecture has.
    enum { NUMBERS = 700 };
    int failure = 0;
    scmp_filter_ctx filter = new_filter(&failure);
    if (!filter) return -1;
    for (int number = 0; !failure && number < NUMBERS; number++) {
        char *name = seccomp_syscall_resolve_num_arch(SCMP_ARCH_NATIVE, number);
        if (!name) {
            // Newer than libseccomp: C libraries then do without it.
            failure = seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), number, 0);
            continue;
        }
        int is_accepting = (refused & LOCK_NEW_SOCKETS) && strncmp(name, "accept", strlen("accept")) == 0;
        int is_refused = is_in(refused_always, name) || is_in(conditional, name)
                         || (refused && !is_accepting && is_in(sockets, name));
        free(name);
        if (!is_refused) failure = seccomp_rule_add(filter, SCMP_ACT_ALLOW, number, 0);
    }
    return load(filter, failure ? failure : add_conditional(filter));
}

int lock_all_but_converting(int starts_programs) {
    int failure = 0;
    scmp_filter_ctx filter = new_filter(&failure);
    if (!filter) return -1;
    for (const char *const *name = converting; !failure && *name; name++) failure = allow(filter, *name, 0, NULL);
    for (const char *const *name = starting; !failure && starts_programs && *name; name++)
        failure = allow(filter, *name, 0, NULL);
    if (!failure) failure = add_controls(filter);
    if (!failure) failure = add_opening(filter, "open", 1);
    if (!failure) failure = add_opening(filter, "openat", 2);
    if (!failure) failure = add_signals(filter);
    if (!failure) failure = starts_programs ? allow_self(filter, "prlimit64") : allow_value(filter, "prlimit64", 2, 0);
    return load(filter, failure);
}

int lock_has_seccomp(void) {
    // A trial in a child says it for sure.
    pid_t child = fork();
    if (child == 0) _exit(lock_calls(LOCK_SOCKETS) == 0 ? 0 : 1);
    int status = 1;
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {}
    return child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

#else

int lock_has_seccomp(void) { return 0; }
int lock_calls(int refused) { return LOCK_UNSUPPORTED; }
int lock_all_but_converting(int starts_programs) { return LOCK_UNSUPPORTED; }

#endif
