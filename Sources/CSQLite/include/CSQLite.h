// What Swift cannot call of SQLite itself: a function that takes any number of arguments.

#ifndef LEFTOFF_CSQLITE_H
#define LEFTOFF_CSQLITE_H

/// Lets SQLite keep no account of the memory that it has taken, which nobody asks for: it takes a lock of the whole process
/// for each of thousands of small pieces a second. Of no effect once the process has used SQLite.
void leftoff_sqlite_forgo_memory_account(void);

#endif
