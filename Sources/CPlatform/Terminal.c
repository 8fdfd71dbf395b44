#define _GNU_SOURCE
#include "Terminal.h"

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
#include <sys/stat.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

typedef struct {
    size_t parkedCount, tornCount;
    uint8_t parked[CTERMINAL_RESTORE_CAPACITY], torn[CTERMINAL_RESTORE_CAPACITY];
} restore_bytes;

// Two slots: one is live while the other is filled, so a handler never reads bytes that are being changed.
static restore_bytes slots[2];
static _Atomic int live_slot = 0;
static _Atomic int prepared_slot = -1;  // the slot that the next write makes live
static _Atomic int guarded = -1;
static _Atomic bool is_shown = false;  // a frame is on the screen and the cursor is hidden
static _Atomic bool is_torn = false;   // the last frame is incomplete
static _Atomic bool is_writing = false;
static _Atomic bool is_finishing = false;
static _Atomic bool is_interrupted = false;
static _Atomic bool is_stopping = false;  // the process stops, crashes or exits
static _Atomic bool is_resumed = false;
static _Atomic int queried = -1;  // the terminal whose modes are changed during a query
static struct termios queried_modes;
static _Atomic int unsent = -1;           // the terminal to which the next write begins with a request
static _Atomic int awaited = -1;         // the terminal that has not completed its response to a request
static _Atomic int64_t requested_at = 0;  // the time of the request in milliseconds
static _Atomic int response_timeout = CTERMINAL_RESPONSE_TIMEOUT;
static _Atomic int slow_timeout = CTERMINAL_SLOW_RESPONSE_TIMEOUT;
static _Atomic bool is_slow = false;      // the guarded terminal did not accept all bytes at once
static _Atomic bool has_torn = false;       // output was discarded, and with it perhaps a part of the last frame
static _Atomic int response_state = 0;   // the progress of `scan_response` in the last part of the response
static _Atomic int muted = -1;  // the terminal whose echo is off while a frame is on the screen
static _Atomic bool may_mute = false;
static _Atomic bool never_blocks = false;
static _Atomic int guard_number = 0;  // the number of guards that have begun

// The first REQUESTS signals ask the process to end or stop. The signals up to CRASHES mean that it has crashed. The
// rest end a process that does not handle them.
enum { SIGNALS = 15, REQUESTS = 4, CRASHES = 11 };
static const int guarded_signals[SIGNALS] = {SIGINT, SIGTERM, SIGHUP,  SIGTSTP, SIGQUIT, SIGABRT, SIGSEGV, SIGBUS,
                                             SIGILL, SIGFPE,  SIGTRAP, SIGXCPU, SIGALRM, SIGUSR1, SIGUSR2};
static struct sigaction previous[SIGNALS];
static bool is_installed[SIGNALS];

static void handle(int number, siginfo_t *info, void *context);

static _Atomic int watcher = -1;
static _Atomic bool is_screen_changed = false;

// Only async-signal-safe calls: atomics and write.
static void report_change(void) {
    atomic_store(&is_screen_changed, true);
    int writer = atomic_load(&watcher);
    if (writer >= 0) cterminal_wakeup_signal(writer);
}

static void handle_size(int number) {
    (void)number;
    int saved = errno;
    report_change();
    errno = saved;
}

void cterminal_watch_screen(int writer) {
    atomic_store(&watcher, writer);
    struct sigaction action = {.sa_handler = handle_size, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(SIGWINCH, &action, NULL);
}

bool cterminal_consume_screen_changed(void) { return atomic_exchange(&is_screen_changed, false); }

static void guarded_set(sigset_t *set) {
    sigemptyset(set);
    for (int i = 0; i < REQUESTS; i++) sigaddset(set, guarded_signals[i]);
    // Otherwise changing a terminal's modes from the background would stop the process.
    sigaddset(set, SIGTTOU);
}

static void install(int index) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = handle;
    // A stack that has overflowed has no space for a handler, so an alternate signal stack is used if there is one.
    action.sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK;
    guarded_set(&action.sa_mask);
    sigaction(guarded_signals[index], &action, NULL);
}

// Async-signal-safe: an atomic and tcsetattr.
static void restore_modes(void) {
    int descriptor = atomic_exchange(&queried, -1);
    if (descriptor >= 0) tcsetattr(descriptor, TCSANOW, &queried_modes);
}

// Detects the response to DA1, CSI ? … c, which ends every response. Other bytes are skipped.
static void scan_response(const uint8_t *bytes, ptrdiff_t count) {
    enum { NOTHING, ESCAPE, SEQUENCE, ATTRIBUTES };
    int state = atomic_load(&response_state);
    for (ptrdiff_t i = 0; i < count; i++) {
        uint8_t byte = bytes[i];
        bool isParameter = (byte >= '0' && byte <= '9') || byte == ';';
        if (state == ATTRIBUTES && byte == 'c') atomic_store(&awaited, -1);
        if (byte == 0x1B) state = ESCAPE;
        else if (state == ESCAPE && byte == '[') state = SEQUENCE;
        else if (state == SEQUENCE && byte == '?') state = ATTRIBUTES;
        else if (state != ATTRIBUTES || !isParameter) state = NOTHING;
    }
    atomic_store(&response_state, state);
}

static void set_raw(struct termios *modes) {
    modes->c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    modes->c_cc[VMIN] = 0;
    modes->c_cc[VTIME] = 0;
}

// Makes a late response readable whose query has ended. Async-signal-safe: atomics, ioctl, tcgetattr, tcsetattr.
static bool reopen_query(int descriptor) {
    struct termios modes;
    int waiting = 0;
    int none = -1;
    if (atomic_load(&queried) == descriptor) return true;
    if (tcgetattr(descriptor, &modes) != 0 || !(modes.c_lflag & ICANON)) return false;
    // Complete lines were typed for the next program; a response has no line end.
    if (ioctl(descriptor, FIONREAD, &waiting) != 0 || waiting > 0) return false;
    // -2 reserves the query, so that no other thread restores modes that are not saved yet.
    if (!atomic_compare_exchange_strong(&queried, &none, -2)) return false;
    queried_modes = modes;
    atomic_store(&queried, descriptor);
    set_raw(&modes);
    return tcsetattr(descriptor, TCSANOW, &modes) == 0;
}

static int64_t milliseconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

// A signal asks for the end, and its handler restores the terminal.
static bool is_ending(void) { return atomic_load(&is_interrupted) || atomic_load(&is_stopping); }

// Receives the rest of a response until it is complete or the timeout in milliseconds; only waits if the descriptor is
// negative. Async-signal-safe: atomics, clock_gettime, poll and read.
static void receive_response(int descriptor, int timeout, bool isHandler) {
    int64_t deadline = milliseconds_now() + timeout;
    for (int64_t left = timeout; left > 0 && atomic_load(&awaited) >= 0;) {
        struct pollfd ready = {descriptor, POLLIN, 0};
        uint8_t bytes[256];
        if (!isHandler && is_ending()) return;
        // Another thread may receive the response, so the wait is divided.
        int count = poll(&ready, 1, left < 10 ? (int)left : 10);
        if (count > 0 && (ready.revents & (POLLHUP | POLLERR | POLLNVAL))) return;
        if (count > 0) scan_response(bytes, read(descriptor, bytes, sizeof bytes));
        left = deadline - milliseconds_now();
    }
}

// Waits for the rest of a response and discards it. Otherwise, the shell would read it as if it had been typed. If the
// response does not come, the terminal may not have read the request yet; then the request is discarded with all other
// unread output if `discards` is set, as the terminal's driver does at Ctrl-C. Async-signal-safe: atomics, tcflush, and
// those above.
static void discard_response(bool discards, bool isHandler) {
    // A request that was not written needs no response.
    atomic_store(&unsent, -1);
    int descriptor = atomic_load(&awaited);
    if (descriptor < 0) return;
    bool isSlow = atomic_load(&is_slow);
    // Otherwise, the text that is waiting was typed by the user.
    bool isExpected = isSlow || milliseconds_now() - atomic_load(&requested_at) < CTERMINAL_RESPONSE_LIFETIME;
    if (cterminal_is_foreground(descriptor)) {
        bool isOpen = isExpected && reopen_query(descriptor);
        int timeout = atomic_load(isSlow ? &slow_timeout : &response_timeout);
        // Text that must be kept is worth a longer wait.
        if (isSlow && !discards) timeout *= 5;
        bool mayDiscard = discards && isExpected;
        // Behind lines that were typed, a response cannot be read, but the last frame still needs time to arrive.
        if (isOpen || mayDiscard) receive_response(isOpen ? descriptor : -1, timeout, isHandler);
        if (!isHandler && is_ending()) return;
        if (atomic_load(&awaited) >= 0 && mayDiscard) {
            // Linux discards all but the first 4 KiB. A terminal that accepted all bytes at once has nearly always read
            // that far during the wait; of a slow one, the end of the last frame may be missing.
            tcflush(descriptor, TCOFLUSH);
            if (isSlow) {
                atomic_store(&is_torn, true);
                atomic_store(&has_torn, true);
            }
            // The terminal may have read the request a moment before.
            if (isOpen) receive_response(descriptor, CTERMINAL_GRACE_PERIOD, isHandler);
        }
        if (atomic_load(&awaited) >= 0 && isOpen) tcflush(descriptor, TCIFLUSH);
    }
    atomic_store(&awaited, -1);
}

// Text typed while a frame is on the screen would be echoed into it and move the cursor. It stays readable for the next
// program. Line editing and the keys that send signals work as before.
static void mute(int descriptor) {
    struct termios modes;
    if (!atomic_load(&may_mute) || atomic_load(&muted) >= 0 || atomic_load(&queried) >= 0) return;
    if (!cterminal_is_foreground(descriptor) || tcgetattr(descriptor, &modes) != 0) return;
    if (!(modes.c_lflag & ICANON) || !(modes.c_lflag & ECHO)) return;
    atomic_store(&muted, descriptor);
    modes.c_lflag &= ~(tcflag_t)ECHO;
    if (tcsetattr(descriptor, TCSANOW, &modes) != 0) atomic_store(&muted, -1);
}

// Async-signal-safe: atomics, tcgetpgrp, tcgetattr, tcsetattr.
static void unmute(void) {
    struct termios modes;
    int descriptor = atomic_exchange(&muted, -1);
    // A program that now owns the terminal, or reads single keys, has set its own modes.
    if (descriptor < 0 || !cterminal_is_foreground(descriptor) || tcgetattr(descriptor, &modes) != 0) return;
    if (!(modes.c_lflag & ICANON)) return;
    modes.c_lflag |= ECHO;
    tcsetattr(descriptor, TCSANOW, &modes);
}

// A program at the other end of a pipe may use the same terminal and save its modes as the normal ones.
static bool is_shared(int descriptor) {
    struct stat status;
    return fstat(descriptor, &status) == 0 && (S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode));
}

// Erases the display, of which the last frame may be incomplete. Only async-signal-safe calls: atomics, poll and write.
static void erase(bool torn) {
    int descriptor = atomic_load(&guarded);
    if (descriptor < 0 || !atomic_exchange(&is_shown, false)) return;
    const restore_bytes *slot = &slots[atomic_load(&live_slot)];
    const uint8_t *bytes = torn ? slot->torn : slot->parked;
    size_t left = torn ? slot->tornCount : slot->parkedCount;
    // A terminal that accepts nothing for a quarter of a second is given up, so that a signal always ends the process.
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

// Only async-signal-safe calls: those of the functions above.
static void restore(void) {
    // Another thread may be in the middle of a write or a change of modes. A nonblocking write ends soon, even on a
    // busy machine within 2 s; a write to a shared, blocking descriptor may take arbitrarily long, so 50 ms must do.
    int timeout = atomic_load(&never_blocks) ? 2000 : 50;
    for (int i = 0; i < timeout && atomic_load(&is_writing); i++) {
        poll(NULL, 0, 1);
    }
    // First, because it may discard unread output. The wait above comes before it, because that write may have been the
    // first.
    discard_response(true, true);
    erase(atomic_load(&is_torn) || atomic_load(&is_writing));
    restore_modes();
    unmute();
}

static void handle(int number, siginfo_t *info, void *context) {
    int saved = errno;
    int index = 0;
    while (index < SIGNALS - 1 && guarded_signals[index] != number) index++;
    bool isEnd = number != SIGTSTP && index < REQUESTS;
    // Set before the screen is restored: later writes see it, and `restore` waits for a write in progress.
    atomic_store(isEnd ? &is_interrupted : &is_stopping, true);
    restore();
    if (isEnd && atomic_load(&is_finishing)) {
        errno = saved;
        return;
    }
    struct sigaction *before = &previous[index];
    bool isDefault = !(before->sa_flags & SA_SIGINFO) &&
                     (before->sa_handler == SIG_DFL || before->sa_handler == SIG_IGN);
    if (before->sa_flags & SA_SIGINFO) {
        before->sa_sigaction(number, info, context);
    } else if (!isDefault) {
        before->sa_handler(number);
    }
    // A crash handler, such as the runtime's, which writes a backtrace, does not end the process itself.
    if (isDefault || index >= REQUESTS) {
        // The default action, so that the shell sees that this signal ended the process.
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
        // Only SIGTSTP returns here, after the process has continued.
        pthread_sigmask(SIG_BLOCK, &set, NULL);
        install(index);
    }
    if (number == SIGTSTP) {
        atomic_store(&is_resumed, true);
        atomic_store(&is_stopping, false);
        report_change();
    }
    errno = saved;
}

void cterminal_guard_restore(void) {
    atomic_store(&is_stopping, true);
    restore();
}

// Changes modes without a handler in between: on this thread signals are blocked, on others `restore` waits.
static void change_modes(void (*body)(void)) {
    sigset_t set, before;
    guarded_set(&set);
    pthread_sigmask(SIG_BLOCK, &set, &before);
    atomic_store(&is_writing, true);
    body();
    atomic_store(&is_writing, false);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
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
    atomic_store(&is_stopping, false);
    atomic_store(&prepared_slot, -1);
    atomic_store(&unsent, -1);
    atomic_store(&awaited, -1);
    atomic_store(&is_slow, false);
    atomic_fetch_add(&guard_number, 1);
    atomic_store(&may_mute, !is_shared(STDIN_FILENO) && !is_shared(STDOUT_FILENO));
    int flags = fcntl(descriptor, F_GETFL);
    atomic_store(&never_blocks, flags >= 0 && (flags & O_NONBLOCK));
    if (!atomic_exchange(&is_registered, true)) atexit(cterminal_guard_restore);
    for (int i = 0; i < SIGNALS; i++) {
        sigaction(guarded_signals[i], NULL, &previous[i]);
        bool isHandled = (previous[i].sa_flags & SA_SIGINFO) || previous[i].sa_handler != SIG_DFL;
        bool isIgnored = !(previous[i].sa_flags & SA_SIGINFO) && previous[i].sa_handler == SIG_IGN;
        // An ignored signal does not end the process, so there is nothing to restore.
        is_installed[i] = i < CRASHES ? !isIgnored : !isHandled;
        if (is_installed[i]) install(i);
    }
    return true;
}

// After a signal, frames are refused, so the display has not erased itself. The signal's handler may be waiting on
// another thread, and would not find the guard any more.
static void erase_refused(void) {
    if (is_ending()) erase(atomic_load(&is_torn));
}

static void discard_frames_and_response(void) { discard_response(true, false); }

static void discard_response_only(void) { discard_response(false, false); }

bool cterminal_query_finish(bool discardsOutput) {
    atomic_store(&has_torn, false);
    change_modes(discardsOutput ? discard_frames_and_response : discard_response_only);
    return atomic_load(&has_torn);
}

void cterminal_guard_end(void) {
    if (atomic_load(&guarded) < 0) return;
    change_modes(discard_response_only);
    // A handler on another thread may be waiting for the response, and would discard what is written meanwhile.
    int timeout = atomic_load(&slow_timeout) + CTERMINAL_GRACE_PERIOD;
    for (int i = 0; i < timeout && is_ending() && atomic_load(&awaited) >= 0; i++) poll(NULL, 0, 1);
    change_modes(erase_refused);
    cterminal_query_end();
    change_modes(unmute);
    for (int i = 0; i < SIGNALS; i++) {
        struct sigaction now;
        sigaction(guarded_signals[i], NULL, &now);
        // A handler that was installed after ours stays.
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
    atomic_store(&prepared_slot, next);
    return true;
}

void cterminal_guard_set_finishing(bool finishing) { atomic_store(&is_finishing, finishing); }

bool cterminal_guard_is_interrupted(void) { return atomic_load(&is_interrupted); }

bool cterminal_guard_consume_resumed(void) { return atomic_exchange(&is_resumed, false); }

ptrdiff_t cterminal_write(int descriptor, const uint8_t *bytes, size_t count, bool isWhole) {
    sigset_t set, before;
    guarded_set(&set);
    // Blocked on this thread, so that a handler that runs here never waits for the write that it interrupts.
    pthread_sigmask(SIG_BLOCK, &set, &before);
    bool isGuarded = atomic_load(&guarded) == descriptor;
    if (isGuarded) {
        atomic_store(&is_writing, true);
        // The screen was or is being restored, so this frame, which assumes the earlier contents, must not be written.
        if (atomic_load(&is_interrupted) || atomic_load(&is_stopping) || atomic_load(&is_resumed)) {
            atomic_store(&is_writing, false);
            pthread_sigmask(SIG_SETMASK, &before, NULL);
            return 0;
        }
        int prepared = atomic_exchange(&prepared_slot, -1);
        if (prepared >= 0) atomic_store(&live_slot, prepared);
        atomic_store(&is_shown, true);
        mute(descriptor);
    }
    bool isNonblocking = (fcntl(descriptor, F_GETFL) & O_NONBLOCK) != 0;
    ptrdiff_t total = 0;
    int failure = 0;
    while ((size_t)total < count) {
        size_t part = count - (size_t)total;
        if (!isNonblocking) {
            // A blocking descriptor is polled first and gets few bytes at a time, so that it rarely blocks.
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
    if (total > 0 && atomic_load(&unsent) == descriptor) {
        atomic_store(&requested_at, milliseconds_now());
        atomic_store(&awaited, descriptor);
        atomic_store(&unsent, -1);
    }
    if (isGuarded) {
        if ((size_t)total < count) atomic_store(&is_slow, true);
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

bool cterminal_query_begin(int descriptor, bool includesTypeahead) {
    struct termios modes;
    int waiting = 0;
    int flags = fcntl(descriptor, F_GETFL);
    if (flags < 0 || (flags & O_ACCMODE) != O_RDWR || !(flags & O_NONBLOCK) || atomic_load(&queried) >= 0) return false;
    // A terminal that has not read earlier output would respond too late.
    if (!includesTypeahead && !cterminal_wait_writable(descriptor, 0)) return false;
    // Text that was typed earlier belongs to the next program.
    if (!includesTypeahead && (ioctl(descriptor, FIONREAD, &waiting) != 0 || waiting > 0)) return false;
    if (tcgetattr(descriptor, &modes) != 0) return false;
    // Without canonical mode another program has set its own modes and reads the input itself.
    if (!(modes.c_lflag & ICANON)) return false;
    queried_modes = modes;
    set_raw(&modes);
    sigset_t set, before;
    guarded_set(&set);
    pthread_sigmask(SIG_BLOCK, &set, &before);
    atomic_store(&is_writing, true);
    // A handler that has restored the modes already would not restore them again.
    bool isChanged = false;
    if (!is_ending()) {
        atomic_store(&queried, descriptor);
        isChanged = tcsetattr(descriptor, TCSANOW, &modes) == 0;
        if (!isChanged) atomic_store(&queried, -1);
    }
    if (isChanged && !includesTypeahead) {
        atomic_store(&response_state, 0);
        atomic_store(&unsent, descriptor);
    }
    atomic_store(&is_writing, false);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return isChanged;
}

bool cterminal_is_gone(int descriptor) {
    struct pollfd ready = {descriptor, 0, 0};
    return poll(&ready, 1, 0) > 0 && (ready.revents & (POLLHUP | POLLERR | POLLNVAL)) != 0;
}

ptrdiff_t cterminal_query_read(int descriptor, uint8_t *bytes, size_t capacity) {
    if (atomic_load(&queried) != descriptor) return -1;
    // At the end of the input, a read returns 0, as if nothing had been typed.
    if (cterminal_is_gone(descriptor)) return -1;
    ptrdiff_t count = read(descriptor, bytes, capacity);
    if (count > 0) scan_response(bytes, count);
    return count > 0 ? count : 0;
}

// While a frame is on the screen, echo stays off without a moment in between, in which a late response would be echoed.
static void end_query(void) {
    int descriptor = atomic_load(&queried);
    // A handler that has restored the modes already would not restore them again.
    bool staysMuted = !is_ending() && atomic_load(&is_shown) && atomic_load(&may_mute) && atomic_load(&muted) < 0;
    if (descriptor >= 0 && descriptor == atomic_load(&guarded) && staysMuted && (queried_modes.c_lflag & ECHO)) {
        queried_modes.c_lflag &= ~(tcflag_t)ECHO;
        atomic_store(&muted, descriptor);
    }
    restore_modes();
}

void cterminal_query_end(void) { change_modes(end_query); }

void cterminal_query_discard(int descriptor) {
    if (atomic_load(&queried) == descriptor && cterminal_is_foreground(descriptor)) tcflush(descriptor, TCIFLUSH);
}

bool cterminal_wait_readable(int descriptor, int milliseconds) {
    struct pollfd ready = {descriptor, POLLIN, 0};
    return poll(&ready, 1, milliseconds) > 0 && (ready.revents & POLLIN) != 0;
}

bool cterminal_wait_writable(int descriptor, int milliseconds) {
    struct pollfd ready = {descriptor, POLLOUT, 0};
    // A terminal that is gone also reports that it is writable.
    return poll(&ready, 1, milliseconds) > 0 && ready.revents == POLLOUT;
}

int cterminal_reopen(int descriptor) {
    char name[PATH_MAX];
    if (!isatty(descriptor) || ttyname_r(descriptor, name, sizeof name) != 0) return -1;
    int both = open(name, O_RDWR | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    return both >= 0 ? both : open(name, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
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

int cterminal_wakeup_create(int *writer) {
    int ends[2];
    if (pipe(ends) != 0) return -1;
    for (int i = 0; i < 2; i++) {
        fcntl(ends[i], F_SETFL, O_NONBLOCK);
        fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    }
    *writer = ends[1];
    return ends[0];
}

void cterminal_wakeup_signal(int writer) {
    uint8_t byte = 0;
    // A full pipe wakes the thread anyway.
    while (write(writer, &byte, 1) < 0 && errno == EINTR) {}
}

// The guard whose terminal this thread has reported as gone. Otherwise, each wait would return immediately.
static _Thread_local int reported_guard = 0;

bool cterminal_wakeup_wait(int reader, int64_t nanoseconds) {
    int number = atomic_load(&guard_number);
    // The terminal's events are only errors. A negative descriptor is skipped.
    int terminal = number == reported_guard ? -1 : atomic_load(&guarded);
    struct pollfd ready[2] = {{reader, POLLIN, 0}, {terminal, 0, 0}};
    struct timespec span = {nanoseconds / 1000000000, nanoseconds % 1000000000};
    int count = ppoll(ready, 2, nanoseconds < 0 ? NULL : &span, NULL);
    uint8_t bytes[64];
    while (count > 0 && read(reader, bytes, sizeof bytes) == (ssize_t)sizeof bytes) {}
    if (count <= 0 || (ready[1].revents & (POLLHUP | POLLERR | POLLNVAL)) == 0) return false;
    // Another terminal may be guarded by now, perhaps with the same number of its descriptor.
    if (atomic_load(&guard_number) != number || atomic_load(&guarded) != terminal) return false;
    reported_guard = number;
    return true;
}

static _Thread_local bool is_dedicated_thread = false;

typedef struct {
    void (*body)(void *);
    void *context;
} thread_start;

static void *run_thread(void *argument) {
    thread_start start = *(thread_start *)argument;
    free(argument);
    is_dedicated_thread = true;
    start.body(start.context);
    return NULL;
}

bool cterminal_thread_start(void (*body)(void *), void *context) {
    thread_start *start = malloc(sizeof *start);
    if (start == NULL) return false;
    start->body = body;
    start->context = context;
    // Other threads handle signals, because this one may be in the middle of a write. Its own crashes are not blocked.
    sigset_t all, before;
    sigfillset(&all);
    for (int i = REQUESTS; i < SIGNALS; i++) sigdelset(&all, guarded_signals[i]);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    pthread_t thread;
    bool isStarted = pthread_create(&thread, NULL, run_thread, start) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (isStarted) pthread_detach(thread);
    else free(start);
    return isStarted;
}

bool cterminal_thread_is_dedicated(void) { return is_dedicated_thread; }

// For tests only.

void cterminal_set_response_timeout(int milliseconds) {
    atomic_store(&response_timeout, milliseconds);
    atomic_store(&slow_timeout, milliseconds);
}

void cterminal_age_request(int64_t milliseconds) {
    atomic_store(&requested_at, atomic_load(&requested_at) - milliseconds);
}
