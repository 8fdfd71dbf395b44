// Functions of SQLite that Swift cannot call, because they are variadic or because GRDB does not export them.

#ifndef LEFTOFF_CSQLITE_H
#define LEFTOFF_CSQLITE_H

/// Turns off SQLite's memory statistics, which Leftoff does not read: they take a process-wide lock for each of
/// thousands of small allocations a second. It has no effect after the process has used SQLite.
void leftoff_sqlite_disable_memory_statistics(void);

/// A connection of SQLite.
struct sqlite3;

/// Calls `handler` with `context` after about every `steps` steps of a statement. A statement for which the handler
/// returns a value other than 0 ends with `SQLITE_INTERRUPT` (SQLite, "Query Progress Callbacks").
void leftoff_sqlite_set_progress_handler(struct sqlite3 *connection, int steps, int (*handler)(void *), void *context);

#endif
