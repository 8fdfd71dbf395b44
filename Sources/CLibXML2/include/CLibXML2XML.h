// libxml2's push parser for XML behind a type of our own; see CLibXML2.h for why no header of libxml2 is named here.
//
// Nothing is ever loaded: no DTD, no external entity. Entities of the document's own and the named characters of HTML
// are replaced, up to a bound. What is ill-formed is noted, and the parser goes on as far as it can.

#ifndef LEFTOFF_CLIBXML2_XML_H
#define LEFTOFF_CLIBXML2_XML_H

#include <stddef.h>

#pragma clang assume_nonnull begin

/// One parse of one document.
typedef struct leftoff_xml_parser leftoff_xml_parser;

/// An attribute other than a namespace declaration. Its value is not terminated; entities are replaced.
typedef struct {
    const char *local;
    const char *_Nullable prefix;
    const char *_Nullable uri;
    const unsigned char *value;
    size_t value_byte_count;
} leftoff_xml_attribute;

/// What the parser reports; pointers are valid during the call. The pointers of names and namespaces are the same for
/// the same text as long as the parser lives.
typedef struct {
    void (*start_element)(void *context, const char *local, const char *_Nullable prefix, const char *_Nullable uri,
                          const leftoff_xml_attribute *_Nullable attributes, size_t attribute_count);
    void (*end_element)(void *context, const char *local, const char *_Nullable prefix, const char *_Nullable uri);
    void (*characters)(void *context, const unsigned char *text, size_t byte_count);
    void (*instruction)(void *context, const char *target, const char *_Nullable data);
    /// An error is noted; another one only when the parser stops.
    void (*failed)(void *context);
} leftoff_xml_callbacks;

/// Makes a parser of UTF-8, whatever the XML declaration says. Returns NULL when there is no memory.
leftoff_xml_parser *_Nullable leftoff_xml_parser_create(const leftoff_xml_callbacks *callbacks, void *context);

/// Parses the next bytes; `is_last` ends the document. Returns 0 when the parser goes on, 1 when it has stopped.
int leftoff_xml_parser_push(leftoff_xml_parser *parser, const unsigned char *utf8, size_t byte_count, int is_last);

/// How many bytes are parsed. During `start_element` that is behind the attributes and before `>` or `/>`.
size_t leftoff_xml_parser_offset(const leftoff_xml_parser *parser);

/// Whether what is reported comes out of an entity; the offset is then behind the reference.
int leftoff_xml_parser_is_in_entity(const leftoff_xml_parser *parser);

/// Makes the parser stop. `why` is kept as the error, and must be a literal.
void leftoff_xml_parser_stop(leftoff_xml_parser *parser, const char *why);

/// The first thing that is ill-formed, or why the parser stopped; NULL if there is none.
const char *_Nullable leftoff_xml_parser_error(const leftoff_xml_parser *parser);

/// Ends the parser. Not allowed during callbacks.
void leftoff_xml_parser_free(leftoff_xml_parser *parser);

#pragma clang assume_nonnull end

#endif
