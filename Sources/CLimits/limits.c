// Checks that the process may have the threads and open files that every command needs (`ulimit -u`, `ulimit -n`), and
// ends it with one line and code 2 if it may not.
//
// libdispatch waits for ever for a thread that it cannot create, and crashes without a descriptor; OpenBLAS ends the
// process while it is loaded. So this comes before libraries are initialized, which only a program can do.

#ifdef __linux__

#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum {
    /// The index and what is beside it, a model, sockets and pipes.
    FILES = 32,
    /// Beside a thread of dispatch and one of OpenBLAS for each core: those that read, wait and write.
    OTHER_THREADS = 8,
    MOST_THREADS = 1024,
    STACK = 256 << 10,
};

static _Noreturn void give_up(const char *what, int needed, const char *remedy) {
    char line[300];
    int length = snprintf(line, sizeof line, "rag: %s too low: %d more are needed. %s\n", what, needed, remedy);
    (void)!write(STDERR_FILENO, line, (size_t)length);
    _exit(2);
}

static int can_open(int count) {
    int opened[FILES], done = 0;
    while (done < count && (opened[done] = open("/dev/null", O_RDONLY | O_CLOEXEC)) >= 0) done++;
    for (int i = 0; i < done; i++) close(opened[i]);
    return done == count;
}

static void *wait_for_end(void *end) {
    char byte;
    (void)!read((int)(long)end, &byte, 1);
    return NULL;
}

/// Starts so many threads that are there at the same time, and ends them.
static int can_start(int count) {
    pthread_t threads[MOST_THREADS];
    pthread_attr_t attributes;
    int ends[2], done = 0;
    if (pipe2(ends, O_CLOEXEC) != 0) return 0;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK);
    while (done < count && pthread_create(&threads[done], &attributes, wait_for_end, (void *)(long)ends[0]) == 0) done++;
    pthread_attr_destroy(&attributes);
    close(ends[1]);
    for (int i = 0; i < done; i++) pthread_join(threads[i], NULL);
    close(ends[0]);
    return done == count;
}

static void check(void) {
    cpu_set_t cores;
    int count = sched_getaffinity(0, sizeof cores, &cores) == 0 ? CPU_COUNT(&cores) : 1;
    int threads = 2 * count + OTHER_THREADS;
    if (threads > MOST_THREADS) threads = MOST_THREADS;
    if (!can_open(FILES))
        give_up("the limit of open files is", FILES, "Raise it and run the command again: ulimit -n 1024");
    if (!can_start(threads))
        give_up("the limit of this user's processes is", threads,
                "Raise it, or end other programs, and run the command again: ulimit -u unlimited");
}

__attribute__((section(".preinit_array"), used)) static void (*const check_first)(void) = check;

#endif
