// The part of the terminal that must work inside a signal handler. Swift code may run no handler of its own, since
// hardly anything of its runtime is async-signal-safe; this file only calls functions that POSIX lists as safe.
#ifndef CTERMINAL_H
#define CTERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Which descriptor is guarded, and what a frame leaves behind. One display at a time.

/// Starts guarding a terminal: from now on SIGINT, SIGTERM, SIGHUP, SIGTSTP and the process' end restore it.
/// A signal that the process ignores stays ignored; a handler that was there before runs after the terminal is restored.
/// Returns false if another terminal is guarded already.
bool cterminal_guard_begin(int descriptor);

/// Ends guarding and puts the previous signal handlers back. Writes nothing.
void cterminal_guard_end(void);

/// Sets the bytes that restore the terminal while no frame is half written, and those for when one is.
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
/// Returns how many bytes were taken (0 if the terminal is full), or -1 with errno if it is gone.
ptrdiff_t cterminal_write(int descriptor, const uint8_t *_Nonnull bytes, size_t count, bool isWhole);

/// Waits until the descriptor takes bytes, at most so many milliseconds (-1: for ever). False on timeout, error or signal.
bool cterminal_wait_writable(int descriptor, int milliseconds);

/// Opens the terminal behind a descriptor a second time, without blocking, so that the shared description keeps its
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

enum { CTERMINAL_RESTORE_CAPACITY = 1024 };

#endif
