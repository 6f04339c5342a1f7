#pragma once

/// What the functions below return if the kernel or the system has no such lock.
#define LOCK_UNSUPPORTED 1

/// What `lock_calls` refuses besides what it always refuses.
enum {
    /// Everything that makes, connects or takes over a socket. A descriptor that is open already stays usable.
    LOCK_SOCKETS = 1,
    /// The same, but a socket that listens already may accept.
    LOCK_NEW_SOCKETS = 2,
};

/// Refuses this process, its threads and its children the system calls that would reach beyond it (seccomp).
///
/// Refused are: signals to other processes and their memory, limits and priorities; typing into a terminal; changing
/// modes, owners, times and attributes of files, and cutting them by name; io_uring, which could do what is refused;
/// shared memory and queues, keyrings, mounts, namespaces, modules. Calls that this system's libseccomp does not know
/// are refused too. Returns 0, `LOCK_UNSUPPORTED`, or -1 with `errno`.
int lock_calls(int refused);

/// Allows this process, its threads and its children only the calls that converting a file needs (seccomp).
///
/// If `starts_programs` is not 0, those that starting a program needs are allowed too. Returns as `lock_calls` does.
int lock_all_but_converting(int starts_programs);

/// Returns whether `lock_calls` would lock. Tries it in a child process.
int lock_has_seccomp(void);

/// TCP ports that `lock_files` refuses: none, to connect to any, to connect to or bind any.
enum { LOCK_NO_PORTS, LOCK_CONNECTING, LOCK_ALL_PORTS };

/// Refuses this thread, and every thread and process that it starts, to write, make or remove files anywhere but at or
/// below the paths in `writable`, to read or run any but at or below `readable`, to use TCP ports, and to signal other
/// processes (Landlock).
///
/// Both lists end with NULL. Reading stays allowed if `readable` is NULL; otherwise nothing can be written at or below
/// `writable` either, but sockets can be made and removed there. Paths that do not exist are left out. Returns
/// 0, `LOCK_UNSUPPORTED`, or -1 with `errno`.
int lock_files(const char *const *readable, const char *const *writable, int ports);

/// Refuses this thread, and every process that it starts, to start programs but this one and the loader that the kernel
/// needs for it (Landlock). Returns as `lock_files` does.
int lock_programs(const char *program);

/// Returns the version of the kernel's Landlock, or 0 if it has none.
int lock_landlock_version(void);

/// Returns the number of this process's threads.
int lock_thread_count(void);
