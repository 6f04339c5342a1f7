#pragma once

/// Passes a descriptor on through a socket. Returns 0, or -1 with `errno`.
int process_send(int socket, int descriptor);

/// Waits for a descriptor that is passed on through a socket, and returns it; -1 if none comes any more.
int process_receive(int socket);

/// Makes a copy of this process, which must have no other thread: `fork`, which Swift hides.
int process_fork(void);

/// Starts a program in a copy of this process, with signals as they are by default and two ends of its own, for so many
/// seconds of processor time. Returns its number, or -1 with `errno`.
int process_start(const char *program, char *const *arguments, char *const *environment, int input, int output,
                  int seconds);

/// Lets the kernel kill this process when the thread that started it ends (Linux), and takes it out of its session.
void process_hang_on_parent(void);
