#include "CLibXML2Entities.h"

#include "LibXML2Symbols.h"

unsigned int leftoff_html_character(const char *name) {
    if (!leftoff_libxml2_start()) return 0;
    const htmlEntityDesc *found = leftoff_libxml2.htmlEntityLookup((const xmlChar *)name);
    return found ? found->value : 0;
}
