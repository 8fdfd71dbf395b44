// libxml2's push parser for XML behind an opaque type. CLibXML2.h says why no header of libxml2 is included.
//
// No DTD and no external entity is ever loaded. The document's own entities and HTML's named characters are replaced,
// up to a limit. The first error is recorded, and the parser continues as far as it can.

#ifndef LEFTOFF_CLIBXML2_XML_H
#define LEFTOFF_CLIBXML2_XML_H

#include <stddef.h>

#pragma clang assume_nonnull begin

/// A parse of one document.
typedef struct leftoff_xml_parser leftoff_xml_parser;

/// An attribute other than a namespace declaration. Its value is not NUL-terminated; entities are replaced.
typedef struct {
    const char *local;
    const char *_Nullable prefix;
    const char *_Nullable uri;
    const unsigned char *value;
    size_t value_byte_count;
} leftoff_xml_attribute;

/// The callbacks of the parser. Pointers are valid during the call. For equal names and namespaces, the pointers are
/// equal as long as the parser lives.
typedef struct {
    void (*start_element)(void *context, const char *local, const char *_Nullable prefix, const char *_Nullable uri,
                          const leftoff_xml_attribute *_Nullable attributes, size_t attribute_count);
    void (*end_element)(void *context, const char *local, const char *_Nullable prefix, const char *_Nullable uri);
    void (*characters)(void *context, const unsigned char *text, size_t byte_count);
    void (*instruction)(void *context, const char *target, const char *_Nullable data);
    /// Called at the first error, and again if the parser stops.
    void (*failed)(void *context);
} leftoff_xml_callbacks;

/// Creates a parser of UTF-8, whatever the XML declaration says. Returns NULL if memory is short.
leftoff_xml_parser *_Nullable leftoff_xml_parser_create(const leftoff_xml_callbacks *callbacks, void *context);

/// Parses the next bytes; `is_last` ends the document. Returns 0 if the parser continues, 1 if it has stopped.
int leftoff_xml_parser_push(leftoff_xml_parser *parser, const unsigned char *utf8, size_t byte_count, int is_last);

/// Returns the number of parsed bytes. During `start_element`, this is after the attributes and before `>` or `/>`.
size_t leftoff_xml_parser_offset(const leftoff_xml_parser *parser);

/// Returns true if the current report comes from an entity; the offset is then after the reference.
int leftoff_xml_parser_is_in_entity(const leftoff_xml_parser *parser);

/// Stops the parser. `reason` is kept as the error and must be a string literal.
void leftoff_xml_parser_stop(leftoff_xml_parser *parser, const char *reason);

/// Returns the first error or the reason for stopping; NULL if there is none.
const char *_Nullable leftoff_xml_parser_error(const leftoff_xml_parser *parser);

/// Frees the parser. Not allowed during callbacks.
void leftoff_xml_parser_free(leftoff_xml_parser *parser);

#pragma clang assume_nonnull end

#endif
