// XPath on libxml2's trees, of HTML and of XML.

#ifndef LEFTOFF_TREE_SELECTION_H
#define LEFTOFF_TREE_SELECTION_H

#include "CLibXML2Tree.h"

#include <libxml/tree.h>

// Elements inside each other. Browsers stop at the same depth. libxml2 searches its stack of open elements at every end
// tag, and XPath goes up it.
enum { leftoff_deepest_tree = 512 };

// Reports the numbers of the start tags of all elements that the expression selects and of those in them, in document
// order. `prefixes` are those that the expression may use, each with a NUL behind it, and one more at the end; each
// stands for a namespace of its own name. `message` is empty before; libxml2 is loaded.
leftoff_select_status leftoff_tree_select(xmlDocPtr document, const char *expression, const char *prefixes,
                                          char *message, size_t message_size,
                                          void (*report)(void *context, size_t number), void *report_context);

#endif
