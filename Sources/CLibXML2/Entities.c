#include "CLibXML2Entities.h"

#include "LibXML2Symbols.h"

unsigned int leftoff_html_character(const char *name) {
    leftoff_libxml2_start();
    const htmlEntityDesc *found = leftoff_libxml2.htmlEntityLookup((const xmlChar *)name);
    return found ? found->value : 0;
}
