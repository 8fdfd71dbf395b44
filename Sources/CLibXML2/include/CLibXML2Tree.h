// libxml2's trees of HTML and of XML, and XPath on them.

#ifndef LEFTOFF_CLIBXML2_TREE_H
#define LEFTOFF_CLIBXML2_TREE_H

#include <stddef.h>

#pragma clang assume_nonnull begin

/// The attribute that carries the number of a start tag through the parser.
#define LEFTOFF_TAG_ATTRIBUTE "data-leftoff-tag"

/// What came of a selection.
typedef enum {
    LEFTOFF_SELECT_DONE,
    /// The expression is malformed, or yields no nodes.
    LEFTOFF_SELECT_BAD_EXPRESSION,
    /// The page is nested too deeply.
    LEFTOFF_SELECT_TOO_DEEP,
    /// Evaluating it takes too long.
    LEFTOFF_SELECT_TOO_LONG,
    LEFTOFF_SELECT_NO_MEMORY,
} leftoff_select_status;

/// Whether an XPath expression can be compiled; else `message` says why not.
leftoff_select_status leftoff_xpath_check(const char *expression, char *message, size_t message_size);

/// Parses HTML in UTF-8 and reports the numbers of the start tags of all elements that the expression selects and of
/// those in them, in document order. Nothing is loaded.
///
/// `prefixes` are those that the expression uses, each with a NUL behind it, and one more at the end.
leftoff_select_status leftoff_html_select(const char *html, size_t byte_count, const char *expression,
                                          const char *prefixes, char *message, size_t message_size,
                                          void (*report)(void *context, size_t number), void *context);

/// A tree of XML, made of what a parser reports.
///
/// Names are as the document writes them: an element without a prefix is in no namespace, one with a prefix in a
/// namespace that has the prefix for its name.
typedef struct leftoff_xml_tree leftoff_xml_tree;

/// Makes an empty tree. Returns NULL when there is no memory.
leftoff_xml_tree *_Nullable leftoff_xml_tree_create(void);

/// An element begins; its attributes follow before anything else. What is wrong shows when something is selected.
void leftoff_xml_tree_start(leftoff_xml_tree *tree, const char *local, const char *_Nullable prefix);
void leftoff_xml_tree_attribute(leftoff_xml_tree *tree, const char *local, const char *_Nullable prefix,
                                const char *value);

/// The innermost element ends.
void leftoff_xml_tree_end(leftoff_xml_tree *tree);

/// A piece of text; several may follow each other.
void leftoff_xml_tree_text(leftoff_xml_tree *tree, const unsigned char *text, size_t byte_count);

/// The number of its elements.
size_t leftoff_xml_tree_count(const leftoff_xml_tree *tree);

/// The same as `leftoff_html_select`; elements are numbered from 0 in document order. Allowed once.
leftoff_select_status leftoff_xml_tree_select(leftoff_xml_tree *tree, const char *expression, const char *prefixes,
                                              char *message, size_t message_size,
                                              void (*report)(void *context, size_t number), void *context);

/// Ends the tree.
void leftoff_xml_tree_free(leftoff_xml_tree *tree);

#pragma clang assume_nonnull end

#endif
