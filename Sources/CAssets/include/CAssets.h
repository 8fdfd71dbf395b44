// Files that the compiler embeds: the scripts that run in pages, the browser extension, and the service's web page.

#ifndef LEFTOFF_CASSETS_H
#define LEFTOFF_CASSETS_H

#include "PageScripts.h"
#include "WebAssets.h"

#endif
