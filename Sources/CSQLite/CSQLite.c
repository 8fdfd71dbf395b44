#include "CSQLite.h"

#include <sqlite3.h>

void leftoff_sqlite_forgo_memory_account(void) { (void)sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }
