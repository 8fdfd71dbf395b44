#define _GNU_SOURCE
#include "CTerminal.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

typedef struct {
    size_t parkedCount, tornCount;
    uint8_t parked[CTERMINAL_RESTORE_CAPACITY], torn[CTERMINAL_RESTORE_CAPACITY];
} restore_bytes;

// Two slots: one is live while the other is filled, so a handler never reads bytes that are being changed.
static restore_bytes slots[2];
static _Atomic int live_slot = 0;
static _Atomic int guarded = -1;
static _Atomic bool is_shown = false;  // a frame is on the screen and the cursor is hidden
static _Atomic bool is_torn = false;   // the last frame was written in part
static _Atomic bool is_writing = false;
static _Atomic bool is_finishing = false;
static _Atomic bool is_interrupted = false;
static _Atomic bool is_resumed = false;

enum { SIGNALS = 4 };
static const int guarded_signals[SIGNALS] = {SIGINT, SIGTERM, SIGHUP, SIGTSTP};
static struct sigaction previous[SIGNALS];
static bool is_installed[SIGNALS];

static void handle(int number, siginfo_t *info, void *context);

static void guarded_set(sigset_t *set) {
    sigemptyset(set);
    for (int i = 0; i < SIGNALS; i++) sigaddset(set, guarded_signals[i]);
}

static void install(int index) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = handle;
    action.sa_flags = SA_SIGINFO | SA_RESTART;
    guarded_set(&action.sa_mask);
    sigaction(guarded_signals[index], &action, NULL);
}

// Only async-signal-safe calls: atomics, poll, write.
static void restore(void) {
    int descriptor = atomic_load(&guarded);
    if (descriptor < 0 || !atomic_exchange(&is_shown, false)) return;
    // Another thread may be in the middle of its write. It never waits, so it is soon done.
    for (int i = 0; i < 50 && atomic_load(&is_writing); i++) {
        poll(NULL, 0, 1);
    }
    const restore_bytes *slot = &slots[atomic_load(&live_slot)];
    bool torn = atomic_load(&is_torn) || atomic_load(&is_writing);
    const uint8_t *bytes = torn ? slot->torn : slot->parked;
    size_t left = torn ? slot->tornCount : slot->parkedCount;
    // A terminal that takes nothing for a quarter of a second is given up, so that a signal always ends the process.
    while (left > 0) {
        ssize_t count = write(descriptor, bytes, left);
        if (count > 0) {
            bytes += count;
            left -= (size_t)count;
        } else if (count < 0 && errno == EINTR) {
            continue;
        } else if (count < 0 && errno == EAGAIN) {
            struct pollfd ready = {descriptor, POLLOUT, 0};
            if (poll(&ready, 1, 250) <= 0) break;
        } else {
            break;
        }
    }
    atomic_store(&is_torn, false);
}

static void handle(int number, siginfo_t *info, void *context) {
    int saved = errno;
    int index = 0;
    while (index < SIGNALS - 1 && guarded_signals[index] != number) index++;
    restore();
    if (number != SIGTSTP) {
        atomic_store(&is_interrupted, true);
        if (atomic_load(&is_finishing)) {
            errno = saved;
            return;
        }
    }
    struct sigaction *before = &previous[index];
    if (before->sa_flags & SA_SIGINFO) {
        before->sa_sigaction(number, info, context);
    } else if (before->sa_handler != SIG_DFL && before->sa_handler != SIG_IGN) {
        before->sa_handler(number);
    } else {
        // The default action, so that the shell sees an end by this signal.
        struct sigaction action;
        memset(&action, 0, sizeof action);
        action.sa_handler = SIG_DFL;
        sigemptyset(&action.sa_mask);
        sigaction(number, &action, NULL);
        sigset_t set;
        sigemptyset(&set);
        sigaddset(&set, number);
        raise(number);
        pthread_sigmask(SIG_UNBLOCK, &set, NULL);
        // Only SIGTSTP comes back here, once the process is continued.
        pthread_sigmask(SIG_BLOCK, &set, NULL);
        install(index);
    }
    if (number == SIGTSTP) atomic_store(&is_resumed, true);
    errno = saved;
}

bool cterminal_guard_begin(int descriptor) {
    static _Atomic bool is_registered = false;
    int none = -1;
    if (!atomic_compare_exchange_strong(&guarded, &none, descriptor)) return false;
    atomic_store(&is_shown, false);
    atomic_store(&is_torn, false);
    atomic_store(&is_finishing, false);
    atomic_store(&is_interrupted, false);
    atomic_store(&is_resumed, false);
    if (!atomic_exchange(&is_registered, true)) atexit(restore);
    for (int i = 0; i < SIGNALS; i++) {
        sigaction(guarded_signals[i], NULL, &previous[i]);
        is_installed[i] = (previous[i].sa_flags & SA_SIGINFO) || previous[i].sa_handler != SIG_IGN;
        if (is_installed[i]) install(i);
    }
    return true;
}

void cterminal_guard_end(void) {
    if (atomic_load(&guarded) < 0) return;
    for (int i = 0; i < SIGNALS; i++) {
        struct sigaction now;
        sigaction(guarded_signals[i], NULL, &now);
        // A handler that was set after ours stays.
        bool isOurs = (now.sa_flags & SA_SIGINFO) && now.sa_sigaction == handle;
        if (is_installed[i] && isOurs) sigaction(guarded_signals[i], &previous[i], NULL);
        is_installed[i] = false;
    }
    atomic_store(&is_shown, false);
    atomic_store(&guarded, -1);
}

bool cterminal_guard_prepare(const uint8_t *parked, size_t parkedCount, const uint8_t *torn, size_t tornCount) {
    if (parkedCount > CTERMINAL_RESTORE_CAPACITY || tornCount > CTERMINAL_RESTORE_CAPACITY) return false;
    int next = 1 - atomic_load(&live_slot);
    memcpy(slots[next].parked, parked, parkedCount);
    memcpy(slots[next].torn, torn, tornCount);
    slots[next].parkedCount = parkedCount;
    slots[next].tornCount = tornCount;
    atomic_store(&live_slot, next);
    return true;
}

void cterminal_guard_set_finishing(bool finishing) { atomic_store(&is_finishing, finishing); }

bool cterminal_guard_is_interrupted(void) { return atomic_load(&is_interrupted); }

bool cterminal_guard_take_resumed(void) { return atomic_exchange(&is_resumed, false); }

ptrdiff_t cterminal_write(int descriptor, const uint8_t *bytes, size_t count, bool isWhole) {
    sigset_t set, before;
    guarded_set(&set);
    // Held back in this thread, so that a handler that runs here never waits for the write that it interrupts.
    pthread_sigmask(SIG_BLOCK, &set, &before);
    bool isGuarded = atomic_load(&guarded) == descriptor;
    if (isGuarded) {
        atomic_store(&is_writing, true);
        atomic_store(&is_shown, true);
    }
    bool isNonblocking = (fcntl(descriptor, F_GETFL) & O_NONBLOCK) != 0;
    ptrdiff_t total = 0;
    int failure = 0;
    while ((size_t)total < count) {
        size_t part = count - (size_t)total;
        if (!isNonblocking) {
            // A descriptor that blocks is asked first and given little, so that it rarely does.
            struct pollfd ready = {descriptor, POLLOUT, 0};
            if (poll(&ready, 1, 0) <= 0) break;
            if (part > PIPE_BUF / 8) part = PIPE_BUF / 8;
        }
        ssize_t written = write(descriptor, bytes + total, part);
        if (written < 0) {
            if (errno == EINTR) continue;
            if (errno != EAGAIN && errno != EWOULDBLOCK) failure = errno;
            break;
        }
        if (written == 0) break;
        total += written;
    }
    if (isGuarded) {
        atomic_store(&is_torn, !isWhole || (size_t)total < count);
        atomic_store(&is_writing, false);
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (failure != 0 && total == 0) {
        errno = failure;
        return -1;
    }
    return total;
}

bool cterminal_wait_writable(int descriptor, int milliseconds) {
    struct pollfd ready = {descriptor, POLLOUT, 0};
    return poll(&ready, 1, milliseconds) > 0 && (ready.revents & POLLOUT) != 0;
}

int cterminal_reopen(int descriptor) {
    char name[PATH_MAX];
    if (!isatty(descriptor) || ttyname_r(descriptor, name, sizeof name) != 0) return -1;
    return open(name, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
}

void cterminal_close(int descriptor) { close(descriptor); }

bool cterminal_is_terminal(int descriptor) { return isatty(descriptor) == 1; }

bool cterminal_is_foreground(int descriptor) {
    pid_t group = tcgetpgrp(descriptor);
    return group < 0 || group == getpgrp();
}

bool cterminal_size(int descriptor, int *columns, int *rows) {
    struct winsize size;
    if (ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) return false;
    *columns = size.ws_col;
    *rows = size.ws_row;
    return true;
}
