#include "SQLite.h"

#include <sqlite3.h>

void leftoff_sqlite_disable_memory_statistics(void) { (void)sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }

void leftoff_sqlite_set_progress_handler(struct sqlite3 *connection, int steps, int (*handler)(void *), void *context) {
    sqlite3_progress_handler(connection, steps, handler, context);
}
