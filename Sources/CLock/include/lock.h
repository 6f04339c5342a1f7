#pragma once

/// What `lock_sockets` and `lock_writes` return if the kernel or the system has no such lock.
#define LOCK_UNSUPPORTED 1

/// Refuses this process, its threads and its children everything that makes, connects or takes over a socket (seccomp).
///
/// A descriptor that is open already, such as standard output, stays usable. Returns 0, `LOCK_UNSUPPORTED`, or -1 with
/// `errno`.
int lock_sockets(void);

/// Refuses this thread, and every thread and process that it starts, to write, make or remove files anywhere but at or
/// below the given paths (Landlock), and to connect to or bind TCP ports if `locks_ports` is not 0.
///
/// Paths that do not exist are left out. Returns 0, `LOCK_UNSUPPORTED`, or -1 with `errno`.
int lock_writes(const char *const *paths, int count, int locks_ports);

/// Returns the version of the kernel's Landlock, or 0 if it has none.
int lock_landlock_version(void);

/// Returns whether `lock_sockets` would lock. Tries it in a child process.
int lock_has_seccomp(void);
