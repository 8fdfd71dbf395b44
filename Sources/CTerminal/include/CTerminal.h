// The part of the terminal that must work inside a signal handler. Swift code may run no handler of its own, since
// hardly anything of its runtime is async-signal-safe; this file only calls functions that POSIX lists as safe.
#ifndef CTERMINAL_H
#define CTERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Which descriptor is guarded, and what a frame leaves behind. One display at a time.

/// Starts guarding a terminal: from now on SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, a crash and the process'
/// end restore it. From the first frame on nothing typed is echoed, unless standard input or output is a pipe.
/// A signal that the process ignores stays ignored; a handler that was there before runs after the terminal is restored.
/// Returns false if another terminal is guarded already.
bool cterminal_guard_begin(int descriptor);

/// Ends guarding and puts the previous signal handlers back. Writes nothing.
void cterminal_guard_end(void);

/// Restores a guarded terminal now, for a process that ends by an unguarded signal of its own. Nothing is written to it afterwards.
void cterminal_guard_restore(void);

/// Sets the bytes that restore the terminal while no frame is half written, and those for when one is, from the next write on.
/// Copies both; at most CTERMINAL_RESTORE_CAPACITY bytes each.
bool cterminal_guard_prepare(const uint8_t *_Nonnull parked, size_t parkedCount,
                             const uint8_t *_Nonnull torn, size_t tornCount);

/// While set, a signal to end only marks the guard as skipped: the process has done its work and ends by itself.
void cterminal_guard_set_finishing(bool finishing);

/// True once a signal to end has come since the guard began.
bool cterminal_guard_is_interrupted(void);

/// True once after the process was stopped and continued: the screen must be drawn anew.
bool cterminal_guard_take_resumed(void);

/// Writes to a terminal without ever waiting for it, with the guarded signals held back meanwhile.
/// `isWhole` says that a complete write leaves the cursor parked; otherwise the terminal counts as torn.
/// After a guarded signal the guarded terminal takes nothing, until the guard ends or `cterminal_guard_take_resumed` was told.
/// Returns how many bytes were taken (0 if the terminal is full), or -1 with errno if it is gone.
ptrdiff_t cterminal_write(int descriptor, const uint8_t *_Nonnull bytes, size_t count, bool isWhole);

/// Lets answers of a terminal be read as they come and keeps them off the screen, until `cterminal_ask_end`, a guarded signal or
/// the process' end. Signals' keys work on. False if that can't be done, or something was typed already that is not to be taken.
bool cterminal_ask_begin(int descriptor, bool takesTyped);

/// Reads what has come, without waiting. Returns 0 if that is nothing, -1 if nothing is asked any more.
ptrdiff_t cterminal_ask_read(int descriptor, uint8_t *_Nonnull bytes, size_t capacity);

/// Puts the terminal's modes back.
void cterminal_ask_end(void);

/// Waits until there is something to read, at most so many milliseconds.
bool cterminal_wait_readable(int descriptor, int milliseconds);

/// Waits until the descriptor takes bytes, at most so many milliseconds (-1: for ever). False on timeout, error or signal.
bool cterminal_wait_writable(int descriptor, int milliseconds);

/// Opens the terminal behind a descriptor a second time, if possible for reading too, without blocking, so that the shared description keeps its
/// flags. Returns -1 if there is none or it can't be opened.
int cterminal_reopen(int descriptor);

/// Closes a descriptor that `cterminal_reopen` gave.
void cterminal_close(int descriptor);

/// Whether a descriptor is a terminal.
bool cterminal_is_terminal(int descriptor);

/// Whether the process may draw: true unless the descriptor is its controlling terminal and another group has it.
bool cterminal_is_foreground(int descriptor);

/// The terminal's size in cells; false if it has none.
bool cterminal_size(int descriptor, int *_Nonnull columns, int *_Nonnull rows);

// What the thread of the display waits on.

/// Makes a bell: returns the end to wait on and sets the end to ring. Returns -1 if there is none to be had.
int cterminal_bell_create(int *_Nonnull ringer);

/// Wakes whoever waits on the bell, or will.
void cterminal_bell_ring(int ringer);

/// Rings a bell whenever the terminal's size changes, and when the process goes on after a stop.
///
/// @param ringer The end that `cterminal_bell_create` has given; it stays open for ever.
void cterminal_watch_screen(int ringer);

/// Whether the terminal's size has changed, or the process gone on, since the last call.
bool cterminal_take_screen_changed(void);

/// Waits until the bell is rung, at most so many nanoseconds (-1: for ever).
void cterminal_bell_wait(int bell, int64_t nanoseconds);

/// Runs a function on a thread of its own, on which no signal is handled. Returns false if there is none to be had.
bool cterminal_thread_start(void (*_Nonnull body)(void *_Nonnull), void *_Nonnull context);

/// Whether this is such a thread.
bool cterminal_thread_is_own(void);

enum { CTERMINAL_RESTORE_CAPACITY = 1024 };

#endif
