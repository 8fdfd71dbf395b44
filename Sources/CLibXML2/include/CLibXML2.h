// libxml2's HTML parser behind an opaque type.
//
// libxml2's headers include the system's ICU headers, which clash with Foundation's own ICU if Swift imports both.
// Therefore this header includes none of them.

#ifndef LEFTOFF_CLIBXML2_H
#define LEFTOFF_CLIBXML2_H

#include <stddef.h>

#include "CLibXML2Entities.h"
#include "CLibXML2Tree.h"
#include "CLibXML2XML.h"

#pragma clang assume_nonnull begin

/// A parse of one buffer.
typedef struct leftoff_html_parser leftoff_html_parser;

/// The callbacks of the parser. During a callback, the parser's offset is: after the attributes and before `>` or `/>`
/// for a start tag in the source; somewhere after it for an element that the parser inserts; after the text, comment or
/// instruction for the others.
typedef struct {
    /// Called at the start of an element. `name` is in lower case and valid during the call.
    void (*start_element)(void *context, const char *name);
    /// Called at the end of an element, caused by its end tag or by another tag that closes it.
    void (*end_element)(void *context, const char *name);
    /// Called for text, with the character references replaced that libxml2 knows.
    void (*characters)(void *context, const unsigned char *text, size_t byte_count);
    /// Called at the end of a comment.
    void (*comment)(void *context);
    /// Called at the end of a processing instruction, which HTML treats as a comment.
    void (*instruction)(void *context);
} leftoff_html_callbacks;

/// Creates a parser over a buffer, which it neither copies nor changes.
///
/// The buffer must be UTF-8 without NUL, be followed by one NUL byte, and outlive the parser.
///
/// Returns NULL if memory is short.
leftoff_html_parser *_Nullable leftoff_html_parser_create(const unsigned char *utf8, size_t byte_count,
                                                          const leftoff_html_callbacks *callbacks, void *context);

/// Parses the whole buffer and calls the callbacks.
///
/// Returns 0 at the end of the buffer; 1 if libxml2 stopped early, which only happens if memory is short.
int leftoff_html_parser_run(leftoff_html_parser *parser);

/// Returns the offset of the next byte that the parser will read.
size_t leftoff_html_parser_offset(const leftoff_html_parser *parser);

/// Moves the parser to another offset, forward or backward. Allowed during callbacks.
///
/// If it is moved during `start_element` to a byte other than `>` or `/`, the parser treats the element as empty and
/// reports no end.
void leftoff_html_parser_seek(leftoff_html_parser *parser, size_t offset);

/// Frees the parser. Not allowed during callbacks.
void leftoff_html_parser_free(leftoff_html_parser *parser);

/// Returns the version of libxml2 that this was built with, such as "2.9.14".
const char *leftoff_libxml2_version(void);

#pragma clang assume_nonnull end

#endif
