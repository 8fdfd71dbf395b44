// What Swift cannot do itself, or not as fast: bytes, terminals, processes, libraries loaded at first use, SQLite.

#ifndef LEFTOFF_CPLATFORM_H
#define LEFTOFF_CPLATFORM_H

#include "Bytes.h"
#include "EmptyICUData.h"
#include "LazyLibrary.h"
#include "ParentProcess.h"
#include "SQLite.h"
#include "Terminal.h"

#endif
