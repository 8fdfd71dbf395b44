// libxml2's HTML parser behind a type of our own.
//
// libxml2's headers pull in the system's ICU headers, which clash with Foundation's own ICU when Swift imports both. So
// this header includes none of them.

#ifndef LEFTOFF_CLIBXML2_H
#define LEFTOFF_CLIBXML2_H

#include <stddef.h>

#include "CLibXML2Entities.h"
#include "CLibXML2Tree.h"
#include "CLibXML2XML.h"

#pragma clang assume_nonnull begin

/// One parse of one buffer.
typedef struct leftoff_html_parser leftoff_html_parser;

/// What the parser reports. The parser's offset during a call is: after the attributes and before `>` or `/>` for a
/// start tag that stands in the source; somewhere after it for an element that the parser adds by itself; after the
/// text, comment or instruction for the others.
typedef struct {
    /// An element begins. `name` is in lower case and valid during the call.
    void (*start_element)(void *context, const char *name);
    /// An element ends, by its end tag or because another tag closes it.
    void (*end_element)(void *context, const char *name);
    /// Text, with character references replaced as far as libxml2 knows them.
    void (*characters)(void *context, const unsigned char *text, size_t byte_count);
    /// A comment has ended.
    void (*comment)(void *context);
    /// A processing instruction, which HTML takes for a comment, has ended.
    void (*instruction)(void *context);
} leftoff_html_callbacks;

/// Makes a parser over a buffer, which it neither copies nor changes.
///
/// The buffer must be UTF-8 without NUL, be followed by one NUL byte, and outlive the parser.
///
/// Returns NULL when there is no memory.
leftoff_html_parser *_Nullable leftoff_html_parser_create(const unsigned char *utf8, size_t byte_count,
                                                          const leftoff_html_callbacks *callbacks, void *context);

/// Parses the whole buffer and calls the callbacks.
///
/// Returns 0 at the end of the buffer; 1 when libxml2 stopped early, which it does only for want of memory.
int leftoff_html_parser_run(leftoff_html_parser *parser);

/// The offset of the next byte that the parser will read.
size_t leftoff_html_parser_offset(const leftoff_html_parser *parser);

/// Makes the parser go on from another offset. Allowed during callbacks, forward and backward.
///
/// Moved to a byte other than `>` or `/` during `start_element`, the parser takes the element for one without content,
/// and reports no end.
void leftoff_html_parser_seek(leftoff_html_parser *parser, size_t offset);

/// Ends the parser. Not allowed during callbacks.
void leftoff_html_parser_free(leftoff_html_parser *parser);

/// The version of libxml2 that this was built with, such as "2.9.14".
const char *leftoff_libxml2_version(void);

#pragma clang assume_nonnull end

#endif
