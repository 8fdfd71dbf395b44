// The part of the terminal that must work inside a signal handler. Swift code may run no handler of its own, since
// hardly anything of its runtime is async-signal-safe; this file only calls functions that POSIX lists as safe.
#ifndef CTERMINAL_H
#define CTERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The guard: which descriptor is restored, and with which bytes. There is one display at a time.

/// Starts to guard a terminal: from now on SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, a crash and the end of the
/// process restore it. From the first frame on typed text is not echoed, unless standard input or output is a pipe. A
/// signal that the process ignores stays ignored. An earlier handler runs after the terminal was restored. Returns
/// false if another terminal is guarded already.
bool cterminal_guard_begin(int descriptor);

/// Ends guarding and reinstalls the previous signal handlers. Writes nothing. Finishes a query as
/// `cterminal_query_finish` does, without discarding output.
void cterminal_guard_end(void);

/// Restores a guarded terminal now, for a process that ends itself by an unguarded signal.
/// Nothing is written to the terminal afterwards.
void cterminal_guard_restore(void);

/// Sets the bytes that restore the terminal from the next write on: `parked` if the last frame is complete, `torn` if
/// it is incomplete. Copies both; each has at most CTERMINAL_RESTORE_CAPACITY bytes.
bool cterminal_guard_prepare(const uint8_t *_Nonnull parked, size_t parkedCount,
                             const uint8_t *_Nonnull torn, size_t tornCount);

/// While set, a signal that asks the process to end only marks the guard as interrupted: the run is over, and the
/// process ends by itself.
void cterminal_guard_set_finishing(bool finishing);

/// Returns true if a signal has asked the process to end since the guard began.
bool cterminal_guard_is_interrupted(void);

/// Returns true once after the process was stopped and continued: the screen must be drawn anew.
bool cterminal_guard_consume_resumed(void);

/// Writes to a terminal without waiting for it. The guarded signals are blocked meanwhile.
/// `isWhole` means that a complete write leaves the cursor parked; otherwise the frame counts as incomplete.
/// After a guarded signal the guarded terminal accepts nothing until the guard ends or
/// `cterminal_guard_consume_resumed` has returned true.
/// Returns the number of accepted bytes (0 if the terminal is full), or -1 with errno if it is gone.
ptrdiff_t cterminal_write(int descriptor, const uint8_t *_Nonnull bytes, size_t count, bool isWhole);

/// Makes the terminal's responses readable as they arrive and keeps them off the screen, until `cterminal_query_end`, a
/// guarded signal or the end of the process. Keys still send signals. Returns false if this is impossible, or if typed
/// text or unread output is waiting and `includesTypeahead` is false. In that case, the next write to the terminal must
/// begin with the request.
bool cterminal_query_begin(int descriptor, bool includesTypeahead);

/// Reads the bytes that have arrived, without waiting. Returns 0 if there are none, -1 if no query is in progress or
/// the terminal is gone.
ptrdiff_t cterminal_query_read(int descriptor, uint8_t *_Nonnull bytes, size_t capacity);

/// Ends a query and restores the terminal's modes. A response that has not arrived yet is awaited when the guard ends.
void cterminal_query_end(void);

/// Waits for the response to a request that was written, if it is still missing, and then discards the input: for
/// CTERMINAL_RESPONSE_TIMEOUT, or for CTERMINAL_SLOW_RESPONSE_TIMEOUT if the terminal has not always accepted all bytes
/// at once. Lines that were typed meanwhile stay readable. CTERMINAL_RESPONSE_LIFETIME after the request, a terminal
/// that is not slow never responds, and no input is discarded. If `discardsOutput` is set and the response does not
/// come, also discards the output that the terminal has not read, in which the request may be; returns true if the
/// terminal is slow in that case, so that a part of the last frame may be missing. A guarded signal and the end of the
/// process do the same.
bool cterminal_query_finish(bool discardsOutput);

/// Discards the bytes that have arrived during the query in progress but were not read.
void cterminal_query_discard(int descriptor);

/// The maximum time to wait for a missing response before the terminal is released, in milliseconds.
/// A terminal on the other side of the Earth needs 300. A terminal that never responds delays the end by this time.
enum { CTERMINAL_RESPONSE_TIMEOUT = 400 };

/// The same for a terminal that reads slowly. At a kilobyte per second, it reads what a frame and the request need.
enum { CTERMINAL_SLOW_RESPONSE_TIMEOUT = 2000 };

/// The time to wait for a response after unread output was discarded, in milliseconds.
enum { CTERMINAL_GRACE_PERIOD = 100 };

/// The time after the request for which a response is expected, in milliseconds.
enum { CTERMINAL_RESPONSE_LIFETIME = 5000 };

/// Waits until there is something to read, or the timeout in milliseconds.
bool cterminal_wait_readable(int descriptor, int milliseconds);

/// Waits until the descriptor accepts bytes, or the timeout in milliseconds (-1 for none).
/// Returns false after a timeout, an error or a signal, and if the terminal is gone.
bool cterminal_wait_writable(int descriptor, int milliseconds);

/// Opens the terminal that a descriptor refers to a second time, without blocking and if possible for reading too. The
/// shared file description keeps its flags. Returns -1 if there is no terminal or it cannot be opened.
int cterminal_reopen(int descriptor);

/// Closes a descriptor that `cterminal_reopen` has returned.
void cterminal_close(int descriptor);

/// Returns true if a descriptor refers to a terminal.
bool cterminal_is_terminal(int descriptor);

/// Returns true if the terminal has disappeared, as when its window was closed.
bool cterminal_is_gone(int descriptor);

/// Returns true if the process may draw: unless the descriptor is its controlling terminal and another process group is
/// in the foreground.
bool cterminal_is_foreground(int descriptor);

/// Returns the size of the terminal in cells; false if it has none.
bool cterminal_size(int descriptor, int *_Nonnull columns, int *_Nonnull rows);

// The thread of the display, and the pipe that wakes it ("self-pipe").

/// Creates a pipe that wakes a thread: returns the end to wait on and stores the end to signal. Returns -1 on failure.
int cterminal_wakeup_create(int *_Nonnull writer);

/// Wakes the thread that waits on the pipe, or the next one that will. Async-signal-safe.
void cterminal_wakeup_signal(int writer);

/// Signals a pipe whenever the terminal's size changes and when the process continues after a stop.
/// The descriptor must stay open until the process ends.
void cterminal_watch_screen(int writer);

/// Returns true once after the terminal's size has changed or the process has continued.
bool cterminal_consume_screen_changed(void);

/// Waits until the pipe is signalled, the guarded terminal disappears, or the timeout in nanoseconds (-1 for none).
/// Returns true once for each thread and guard if the terminal has disappeared.
bool cterminal_wakeup_wait(int reader, int64_t nanoseconds);

/// Runs a function on a new thread that handles no signals. Returns false on failure.
bool cterminal_thread_start(void (*_Nonnull body)(void *_Nonnull), void *_Nonnull context);

/// Returns true if `cterminal_thread_start` has created the current thread.
bool cterminal_thread_is_dedicated(void);

enum { CTERMINAL_RESTORE_CAPACITY = 1024 };

// For tests only: no other code calls these functions.

/// Replaces CTERMINAL_RESPONSE_TIMEOUT and CTERMINAL_SLOW_RESPONSE_TIMEOUT, for a busy machine.
void cterminal_set_response_timeout(int milliseconds);

/// Moves the time of the last request into the past, so that a test need not wait, or into the future if negative.
void cterminal_age_request(int64_t milliseconds);

#endif
