#include "CLibIDN2.h"

#include "LazyLibrary.h"

#include <idn2.h>
#include <pthread.h>
#include <string.h>

#define IDN2_SYMBOLS(DO) \
    DO(idn2_free) \
    DO(idn2_lookup_u8)

static struct {
    IDN2_SYMBOLS(LEFTOFF_SYMBOL_FIELD)
} idn2;

static bool is_loaded;

static void load(void) {
    static const char *const names[] = {IDN2_SYMBOLS(LEFTOFF_SYMBOL_NAME)};
    is_loaded = leftoff_library_require(
        "cannot read international domain names", LEFTOFF_LIBRARY("idn2", "0"), "libidn2-0", names,
        sizeof names / sizeof *names, &idn2);
}

int leftoff_idn_label_to_ascii(const char *label, leftoff_idn_mode mode, char *output, size_t capacity) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    if (!is_loaded) return LEFTOFF_IDN_INVALID;
    int flags = IDN2_NFC_INPUT | (mode == LEFTOFF_IDN_STRICT ? IDN2_NONTRANSITIONAL : IDN2_TRANSITIONAL);
    // The round trip is only used for A-labels, because it rejects some U-labels that UTS 46 allows, such as U+3200.
    if (strncmp(label, "xn--", 4) != 0) flags |= IDN2_NO_ALABEL_ROUNDTRIP;

    uint8_t *ascii = NULL;
    int status = idn2.idn2_lookup_u8((const uint8_t *)label, &ascii, flags);
    if (status != IDN2_OK) return status == IDN2_DISALLOWED ? LEFTOFF_IDN_DISALLOWED : LEFTOFF_IDN_INVALID;

    size_t length = strlen((const char *)ascii);
    int result = LEFTOFF_IDN_INVALID;
    if (length <= capacity) {
        memcpy(output, ascii, length);
        result = (int)length;
    }
    idn2.idn2_free(ascii);
    return result;
}
