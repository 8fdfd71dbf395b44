// libxml2's HTML and XML trees, and XPath on them.

#ifndef LEFTOFF_CLIBXML2_TREE_H
#define LEFTOFF_CLIBXML2_TREE_H

#include <stddef.h>

#pragma clang assume_nonnull begin

/// The attribute that carries the number of a start tag through the parser.
#define LEFTOFF_TAG_ATTRIBUTE "data-leftoff-tag"

/// The result of a selection.
typedef enum {
    LEFTOFF_SELECT_DONE,
    /// The expression is malformed, or does not select nodes.
    LEFTOFF_SELECT_BAD_EXPRESSION,
    /// The page is nested too deeply.
    LEFTOFF_SELECT_TOO_DEEP,
    /// The evaluation of the expression takes too long.
    LEFTOFF_SELECT_TOO_LONG,
    LEFTOFF_SELECT_NO_MEMORY,
} leftoff_select_status;

/// Checks that an XPath expression can be compiled. If not, `message` receives the reason.
leftoff_select_status leftoff_xpath_check(const char *expression, char *message, size_t message_size);

/// Parses UTF-8 HTML and reports the numbers of the start tags of all selected elements and of their descendants, in
/// document order. Loads no other resource.
///
/// `prefixes` lists those that the expression uses, each followed by a NUL, and ends with another NUL.
leftoff_select_status leftoff_html_select(const char *html, size_t byte_count, const char *expression,
                                          const char *prefixes, char *message, size_t message_size,
                                          void (*report)(void *context, size_t number), void *context);

/// An XML tree, built from the reports of a parser.
///
/// Names are as in the document: an element without a prefix is in no namespace, and an element with a prefix is in a
/// namespace with the prefix as its name.
typedef struct leftoff_xml_tree leftoff_xml_tree;

/// Creates an empty tree. Returns NULL if memory is short.
leftoff_xml_tree *_Nullable leftoff_xml_tree_create(void);

/// Opens an element. Its attributes must follow before anything else. Errors are reported by the selection.
void leftoff_xml_tree_start(leftoff_xml_tree *tree, const char *local, const char *_Nullable prefix);
void leftoff_xml_tree_attribute(leftoff_xml_tree *tree, const char *local, const char *_Nullable prefix,
                                const char *value);

/// Closes the innermost element.
void leftoff_xml_tree_end(leftoff_xml_tree *tree);

/// Adds text. Consecutive pieces are joined.
void leftoff_xml_tree_text(leftoff_xml_tree *tree, const unsigned char *text, size_t byte_count);

/// Returns the number of elements.
size_t leftoff_xml_tree_count(const leftoff_xml_tree *tree);

/// Selects elements as `leftoff_html_select` does. Elements are numbered from 0 in document order. May be called once.
leftoff_select_status leftoff_xml_tree_select(leftoff_xml_tree *tree, const char *expression, const char *prefixes,
                                              char *message, size_t message_size,
                                              void (*report)(void *context, size_t number), void *context);

/// Frees the tree.
void leftoff_xml_tree_free(leftoff_xml_tree *tree);

#pragma clang assume_nonnull end

#endif
