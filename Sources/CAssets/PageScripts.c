// Embeds the generated scripts of `js/generated` and the modules of `js/shared` (C23, section 6.10.4).

#include "PageScripts.h"

static const char capture[] = {
#embed "../../js/generated/capture.js"
    , 0};
static const char copy[] = {
#embed "../../js/generated/copy.js"
    , 0};
static const char paint[] = {
#embed "../../js/generated/paint.js"
    , 0};
static const char restore[] = {
#embed "../../js/generated/restore.js"
    , 0};
static const char userscript[] = {
#embed "../../js/generated/userscript.js"
    , 0};
static const char capture_bookmarklet[] = {
#embed "../../js/generated/capture-bookmarklet.js"
    , 0};
static const char restore_bookmarklet[] = {
#embed "../../js/generated/restore-bookmarklet.js"
    , 0};
static const char symbols[] = {
#embed "../../js/shared/symbols.js"
    , 0};
static const char service_client[] = {
#embed "../../js/shared/service-client.js"
    , 0};

const char *leftoff_script_capture(void) { return capture; }

const char *leftoff_script_copy(void) { return copy; }

const char *leftoff_script_paint(void) { return paint; }

const char *leftoff_script_restore(void) { return restore; }

const char *leftoff_script_userscript(void) { return userscript; }

const char *leftoff_script_capture_bookmarklet(void) { return capture_bookmarklet; }

const char *leftoff_script_restore_bookmarklet(void) { return restore_bookmarklet; }

const char *leftoff_module_symbols(void) { return symbols; }

const char *leftoff_module_service_client(void) { return service_client; }
