#pragma once

/// What `lock_sockets` and `lock_files` return if the kernel or the system has no such lock.
#define LOCK_UNSUPPORTED 1

/// Refuses this process, its threads and its children everything that makes, connects or takes over a socket (seccomp).
///
/// A descriptor that is open already, such as standard output, stays usable. If `accepts` is not 0, so does a socket
/// that listens already. Returns 0, `LOCK_UNSUPPORTED`, or -1 with `errno`.
int lock_sockets(int accepts);

/// TCP ports that `lock_files` refuses: none, to connect to any, to connect to or bind any.
enum { LOCK_NO_PORTS, LOCK_CONNECTING, LOCK_ALL_PORTS };

/// Refuses this thread, and every thread and process that it starts, to write, make or remove files anywhere but at or
/// below the paths in `writable`, to read or run any but at or below `readable`, and to use TCP ports (Landlock).
///
/// Both lists end with NULL. Reading stays allowed if `readable` is NULL; otherwise nothing can be written at or below
/// `writable` either, but sockets can be made and removed there. Paths that do not exist are left out. Returns
/// 0, `LOCK_UNSUPPORTED`, or -1 with `errno`.
int lock_files(const char *const *readable, const char *const *writable, int ports);

/// Returns the version of the kernel's Landlock, or 0 if it has none.
int lock_landlock_version(void);

/// Returns whether `lock_sockets` would lock. Tries it in a child process.
int lock_has_seccomp(void);
