#include "lock.h"

#ifdef __linux__

#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <sched.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// glibc has no functions for Landlock, and older kernel headers lack some of its rights: they are those of
// <linux/landlock.h>, https://docs.kernel.org/userspace-api/landlock.html.

enum {
    CREATE_RULESET = 444,
    ADD_RULE = 445,
    RESTRICT_SELF = 446,
    RULE_PATH_BENEATH = 1,
    GET_VERSION = 1,

    EXECUTE = 1 << 0,
    WRITE_FILE = 1 << 1,
    READ_FILE = 1 << 2,
    READ_DIR = 1 << 3,
    REMOVE_DIR = 1 << 4,
    REMOVE_FILE = 1 << 5,
    MAKE_CHAR = 1 << 6,
    MAKE_DIR = 1 << 7,
    MAKE_REG = 1 << 8,
    MAKE_SOCK = 1 << 9,
    MAKE_FIFO = 1 << 10,
    MAKE_BLOCK = 1 << 11,
    MAKE_SYM = 1 << 12,
    REFER = 1 << 13,     // from version 2
    TRUNCATE = 1 << 14,   // from version 3
    IOCTL_DEV = 1 << 15,  // from version 5

    BIND_TCP = 1 << 0,  // from version 4
    CONNECT_TCP = 1 << 1,

    SCOPE_ABSTRACT_UNIX_SOCKET = 1 << 0,  // from version 6
    SCOPE_SIGNAL = 1 << 1,
};

struct ruleset {
    uint64_t files;
    uint64_t ports;
    uint64_t scopes;
};

struct path_beneath {
    uint64_t allowed;
    int32_t parent;
} __attribute__((packed));

int lock_landlock_version(void) {
    long version = syscall(CREATE_RULESET, NULL, 0, GET_VERSION);
    return version < 0 ? 0 : (int)version;
}

static int allow(int rules, const char *path, uint64_t rights) {
    int place = open(path, O_PATH | O_CLOEXEC);
    if (place < 0) return errno == ENOENT || errno == ENOTDIR || errno == EACCES ? 0 : -1;
    struct stat status;
    int result = fstat(place, &status);
    if (result == 0) {
        if (!S_ISDIR(status.st_mode)) rights &= EXECUTE | READ_FILE | WRITE_FILE | TRUNCATE | IOCTL_DEV;
        struct path_beneath rule = {.allowed = rights, .parent = place};
        result = (int)syscall(ADD_RULE, rules, RULE_PATH_BENEATH, &rule, 0);
        // A pipe, as under /dev/fd, is beneath nothing, and never refused.
        if (result != 0 && errno == EBADFD) result = 0;
    }
    int code = errno;
    close(place);
    errno = code;
    return result;
}

/// Enters rules if nothing failed before, and closes them.
static int restrict_self(int rules, int result) {
    if (result == 0) result = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    if (result == 0) result = (int)syscall(RESTRICT_SELF, rules, 0);
    int code = errno;
    close(rules);
    errno = code;
    return result;
}

int lock_files(const char *const *readable, const char *const *writable, int ports) {
    int version = lock_landlock_version();
    if (version == 0) return LOCK_UNSUPPORTED;
    uint64_t reading = EXECUTE | READ_FILE | READ_DIR;
    uint64_t writing = WRITE_FILE | REMOVE_DIR | REMOVE_FILE | MAKE_CHAR | MAKE_DIR | MAKE_REG | MAKE_SOCK | MAKE_FIFO
                      | MAKE_BLOCK | MAKE_SYM;
    if (version >= 2) writing |= REFER;
    if (version >= 3) writing |= TRUNCATE;
    if (version >= 5) writing |= IOCTL_DEV;
    struct ruleset ruleset = {.files = writing | (readable ? reading : 0)};
    size_t size = sizeof ruleset.files;
    if (version >= 4) {
        size += sizeof ruleset.ports;
        if (ports != LOCK_NO_PORTS) ruleset.ports = CONNECT_TCP | (ports == LOCK_ALL_PORTS ? BIND_TCP : 0);
    }
    if (version >= 6) {
        size += sizeof ruleset.scopes;
        ruleset.scopes = SCOPE_SIGNAL | (ports != LOCK_NO_PORTS ? SCOPE_ABSTRACT_UNIX_SOCKET : 0);
    }
    int rules = (int)syscall(CREATE_RULESET, &ruleset, size, 0);
    if (rules < 0) return -1;
    int result = 0;
    // A process that may not read what it likes may make and replace sockets only; another one, ordinary files.
    uint64_t special = MAKE_CHAR | MAKE_SOCK | MAKE_FIFO | MAKE_BLOCK | MAKE_SYM;
    uint64_t allowed = readable ? MAKE_SOCK | REMOVE_FILE : writing & ~special;
    for (; result == 0 && *writable; writable++) result = allow(rules, *writable, allowed);
    for (; result == 0 && readable && *readable; readable++) result = allow(rules, *readable, reading);
    return restrict_self(rules, result);
}

/// Stores the path of the loader that the first object names, which is the program.
static int find_loader(struct dl_phdr_info *object, size_t size, void *path) {
    (void)size;
    for (int i = 0; i < object->dlpi_phnum; i++)
        if (object->dlpi_phdr[i].p_type == PT_INTERP)
            *(const char **)path = (const char *)(object->dlpi_addr + object->dlpi_phdr[i].p_vaddr);
    return 1;
}

int lock_programs(const char *program) {
    if (lock_landlock_version() == 0) return LOCK_UNSUPPORTED;
    struct ruleset ruleset = {.files = EXECUTE};
    int rules = (int)syscall(CREATE_RULESET, &ruleset, sizeof ruleset.files, 0);
    if (rules < 0) return -1;
    const char *loader = NULL;
    dl_iterate_phdr(find_loader, &loader);
    int result = allow(rules, program, EXECUTE);
    if (result == 0 && loader) result = allow(rules, loader, EXECUTE);
    return restrict_self(rules, result);
}

int lock_thread_count(void) {
    DIR *folder = opendir("/proc/self/task");
    if (!folder) {
        // Without /proc: the kernel refuses this to a process with other threads, and does nothing for one without.
        return unshare(CLONE_THREAD) != 0 && errno == EINVAL ? 2 : 1;
    }
    int count = 0;
    for (struct dirent *entry; (entry = readdir(folder));) count += entry->d_name[0] != '.';
    closedir(folder);
    return count;
}

#else

int lock_landlock_version(void) { return 0; }
int lock_files(const char *const *readable, const char *const *writable, int ports) { return LOCK_UNSUPPORTED; }
int lock_programs(const char *program) { return LOCK_UNSUPPORTED; }
int lock_thread_count(void) { return 1; }

#endif
