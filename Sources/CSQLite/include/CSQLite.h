// A variadic function of SQLite, which Swift cannot call.

#ifndef LEFTOFF_CSQLITE_H
#define LEFTOFF_CSQLITE_H

/// Turns off SQLite's memory statistics, which Leftoff does not read: they take a process-wide lock for each of
/// thousands of small allocations a second. It has no effect after the process has used SQLite.
void leftoff_sqlite_disable_memory_statistics(void);

#endif
