// XPath on libxml2's HTML and XML trees.

#ifndef LEFTOFF_TREE_SELECTION_H
#define LEFTOFF_TREE_SELECTION_H

#include "CLibXML2Tree.h"

#include <libxml/tree.h>

// The limit of nesting, the same as in browsers. libxml2 searches its stack of open elements at every end tag, and
// XPath walks up the ancestors.
enum { leftoff_tree_depth_limit = 512 };

// Reports the numbers of the start tags of all selected elements and of their descendants, in document order.
// `prefixes` lists those that the expression may use, each followed by a NUL, and ends with another NUL. Each prefix
// stands for a namespace with the prefix as its name. `message` must be empty and libxml2 loaded.
leftoff_select_status leftoff_tree_select(xmlDocPtr document, const char *expression, const char *prefixes,
                                          char *message, size_t message_size,
                                          void (*report)(void *context, size_t number), void *report_context);

#endif
