#include "CLibXML2XML.h"

#include "LibXML2Symbols.h"

#include <libxml/xmlerror.h>
#include <stdlib.h>
#include <string.h>

// The limit of open elements. Documents written by people stay far below it; each level costs the parser memory.
enum { depth_limit = 1024 };

// The limit of attributes of a tag. libxml2 compares each with all others: at this limit, half a million comparisons.
enum { attribute_limit = 1024 };

// The limit, for a whole document, of attributes that its own declarations add to elements.
enum { default_attribute_limit = 100 * 1000 };

// The limit, for a whole document, of bytes from replaced entities: far more than documents need, and far less than an
// entity bomb expands to.
enum { entity_byte_limit = 1 << 20, entity_reference_cost = 16 };

// libxml2 refuses to hold more than ten million unparsed bytes.
enum { part_byte_count = 1 << 18 };

enum { message_size = 200 };

struct leftoff_xml_parser {
    xmlParserCtxtPtr ctxt;
    leftoff_xml_callbacks callbacks;
    void *context;
    leftoff_xml_attribute *attributes;
    size_t attribute_capacity;
    size_t depth;
    size_t default_attribute_count;
    size_t entity_bytes;
    int stopped;
    int has_error;
    char message[message_size];
    // The state of counting a tag's attributes.
    enum { in_text, after_open, in_tag, in_value } scan_state;
    unsigned char quote;
    size_t equals_count;
};

size_t leftoff_xml_parser_offset(const leftoff_xml_parser *self) {
    xmlParserInputPtr input = self->ctxt->inputNr > 0 ? self->ctxt->inputTab[0] : NULL;
    return input ? input->consumed + (size_t)(input->cur - input->base) : 0;
}

int leftoff_xml_parser_is_in_entity(const leftoff_xml_parser *self) {
    return self->ctxt->depth > 0 || self->ctxt->inputNr > 1;
}

// Records the first error, in one line, and reports it.
static void record_error(leftoff_xml_parser *self, const char *message) {
    if (self->has_error) return;
    self->has_error = 1;
    size_t length = strcspn(message, "\n");
    if (length > message_size - 1) length = message_size - 1;
    // Truncates between characters, not inside one.
    while (length > 0 && message[length] != 0 && ((unsigned char)message[length] & 0xC0) == 0x80) length--;
    memcpy(self->message, message, length);
    self->message[length] = 0;
    self->callbacks.failed(self->context);
}

void leftoff_xml_parser_stop(leftoff_xml_parser *self, const char *reason) {
    if (self->stopped) return;
    // The reason for stopping replaces an earlier error, because it says more.
    self->has_error = 0;
    record_error(self, reason);
    self->stopped = 1;
    leftoff_libxml2.xmlStopParser(self->ctxt);
}

// Records a fatal error. Without this handler, libxml2 prints errors to standard error.
static void handle_error(void *user_data, xmlErrorPtr error) {
    leftoff_xml_parser *self = user_data;
    if (error->level == XML_ERR_FATAL && error->message && !self->stopped) record_error(self, error->message);
}

// Creates the document, which holds the entities.
static void start_document(void *user_data) {
    leftoff_libxml2.xmlSAX2StartDocument(((leftoff_xml_parser *)user_data)->ctxt);
}

// Creates the internal subset, which holds the declared entities.
static void internal_subset(void *user_data, const xmlChar *name, const xmlChar *external, const xmlChar *system) {
    leftoff_libxml2.xmlSAX2InternalSubset(((leftoff_xml_parser *)user_data)->ctxt, name, external, system);
}

// External entities are treated as undeclared.
static void entity_declaration(void *user_data, const xmlChar *name, int type, const xmlChar *public_id,
                               const xmlChar *system_id, xmlChar *content) {
    leftoff_xml_parser *self = user_data;
    if (type != XML_INTERNAL_GENERAL_ENTITY || self->stopped) return;
    leftoff_libxml2.xmlSAX2EntityDecl(self->ctxt, name, type, public_id, system_id, content);
}

// Feeds use HTML's named characters without declaring them.
static xmlEntityPtr html_entity(leftoff_xml_parser *self, const xmlChar *name) {
    xmlDocPtr document = self->ctxt->myDoc;
    const htmlEntityDesc *found = document ? leftoff_libxml2.htmlEntityLookup(name) : NULL;
    if (!found) return NULL;
    if (!document->intSubset && !leftoff_libxml2.xmlCreateIntSubset(document, BAD_CAST "html", NULL, NULL)) return NULL;
    xmlChar text[8] = {0};
    leftoff_libxml2.xmlCopyCharMultiByte(text, (int)found->value);
    return leftoff_libxml2.xmlAddDocEntity(document, name, XML_INTERNAL_GENERAL_ENTITY, NULL, NULL, text);
}

// Returns an entity by name, within the limit of their total size.
static xmlEntityPtr get_entity(void *user_data, const xmlChar *name) {
    leftoff_xml_parser *self = user_data;
    if (self->stopped) return NULL;
    // After an error libxml2 would drop every reference, even `&amp;`.
    self->ctxt->wellFormed = 1;
    xmlEntityPtr entity = leftoff_libxml2.xmlGetPredefinedEntity(name);
    if (entity) return entity;
    entity = self->ctxt->myDoc ? leftoff_libxml2.xmlGetDocEntity(self->ctxt->myDoc, name) : NULL;
    if (!entity) return html_entity(self, name);
    if (entity->etype != XML_INTERNAL_GENERAL_ENTITY) return NULL;
    // An entity of a single character cannot expand much.
    if (entity->length <= 4) return entity;
    self->entity_bytes += (size_t)entity->length + entity_reference_cost;
    if (self->entity_bytes > entity_byte_limit) {
        leftoff_xml_parser_stop(self, "its entities expand to more than 1 MiB");
        return NULL;
    }
    return entity;
}

// Ignores parameter entities, which only declarations may use.
static xmlEntityPtr get_parameter_entity(void *user_data, const xmlChar *name) {
    (void)user_data;
    (void)name;
    return NULL;
}

// Reports the start of an element, within the limits.
static void start_element(void *user_data, const xmlChar *local, const xmlChar *prefix, const xmlChar *uri,
                          int namespace_count, const xmlChar **namespaces, int attribute_count, int defaulted_count,
                          const xmlChar **attributes) {
    (void)namespace_count;
    (void)namespaces;
    leftoff_xml_parser *self = user_data;
    if (self->stopped) return;
    if (++self->depth > depth_limit) {
        leftoff_xml_parser_stop(self, "elements are nested more than 1024 deep");
        return;
    }
    self->default_attribute_count += (size_t)defaulted_count;
    if (self->default_attribute_count > default_attribute_limit) {
        leftoff_xml_parser_stop(self, "its declarations add more than 100000 attributes");
        return;
    }
    size_t count = (size_t)attribute_count;
    if (count > self->attribute_capacity) {
        leftoff_xml_attribute *larger = realloc(self->attributes, count * sizeof *larger);
        if (!larger) {
            leftoff_xml_parser_stop(self, "out of memory");
            return;
        }
        self->attributes = larger;
        self->attribute_capacity = count;
    }
    for (size_t i = 0; i < count; i++) {
        const xmlChar **fields = attributes + 5 * i;
        self->attributes[i] = (leftoff_xml_attribute){
            .local = (const char *)fields[0],
            .prefix = (const char *)fields[1],
            .uri = (const char *)fields[2],
            .value = fields[3],
            .value_byte_count = (size_t)(fields[4] - fields[3]),
        };
    }
    self->callbacks.start_element(self->context, (const char *)local, (const char *)prefix, (const char *)uri,
                                  self->attributes, count);
}

// Reports the end of an element.
static void end_element(void *user_data, const xmlChar *local, const xmlChar *prefix, const xmlChar *uri) {
    leftoff_xml_parser *self = user_data;
    if (self->stopped || self->depth == 0) return;
    self->depth--;
    self->callbacks.end_element(self->context, (const char *)local, (const char *)prefix, (const char *)uri);
}

// Reports text.
static void characters(void *user_data, const xmlChar *text, int byte_count) {
    leftoff_xml_parser *self = user_data;
    if (!self->stopped && byte_count > 0) self->callbacks.characters(self->context, text, (size_t)byte_count);
}

// Reports a processing instruction.
static void instruction(void *user_data, const xmlChar *target, const xmlChar *data) {
    leftoff_xml_parser *self = user_data;
    if (!self->stopped) self->callbacks.instruction(self->context, (const char *)target, (const char *)data);
}

leftoff_xml_parser *leftoff_xml_parser_create(const leftoff_xml_callbacks *callbacks, void *context) {
    if (!leftoff_libxml2_start()) return NULL;

    leftoff_xml_parser *self = calloc(1, sizeof *self);
    if (!self) return NULL;
    self->callbacks = *callbacks;
    self->context = context;
    xmlSAXHandler sax = {
        .startDocument = start_document,
        .internalSubset = internal_subset,
        .entityDecl = entity_declaration,
        .getEntity = get_entity,
        .getParameterEntity = get_parameter_entity,
        .startElementNs = start_element,
        .endElementNs = end_element,
        .characters = characters,
        .ignorableWhitespace = characters,
        .cdataBlock = characters,
        .processingInstruction = instruction,
        .serror = handle_error,
        .initialized = XML_SAX2_MAGIC,
    };
    self->ctxt = leftoff_libxml2.xmlCreatePushParserCtxt(&sax, self, NULL, 0, NULL);
    if (!self->ctxt) {
        free(self);
        return NULL;
    }
    // NOENT replaces entities. Only the document's own entities exist: see get_entity.
    leftoff_libxml2.xmlCtxtUseOptions(
        self->ctxt, XML_PARSE_RECOVER | XML_PARSE_NOENT | XML_PARSE_NONET | XML_PARSE_NOERROR |
            XML_PARSE_NOWARNING | XML_PARSE_IGNORE_ENC);
    // Makes libxml2 call get_entity for the predefined entities too.
    self->ctxt->options |= XML_PARSE_OLDSAX;
    return self;
}

// Counts the attributes of tags before libxml2 parses them. An unescaped `<` ends a tag in libxml2 too, so nothing in a
// comment or in CDATA can hide a tag.
//
// Returns the number of bytes that may be parsed: fewer than all if a tag has too many attributes.
static size_t count_allowed_bytes(leftoff_xml_parser *self, const unsigned char *bytes, size_t byte_count) {
    size_t tag = 0;
    for (size_t i = 0; i < byte_count; i++) {
        if (self->scan_state == in_text) {
            const unsigned char *open = memchr(bytes + i, '<', byte_count - i);
            if (!open) return byte_count;
            i = (size_t)(open - bytes);
        }
        unsigned char byte = bytes[i];
        if (byte == '<') {
            tag = i;
            self->scan_state = after_open;
            self->equals_count = 0;
        } else if (self->scan_state == after_open) {
            // A comment or a processing instruction may contain any number of `=`.
            self->scan_state = byte == '!' || byte == '?' ? in_text : in_tag;
        } else if (self->scan_state == in_value) {
            if (byte == self->quote) self->scan_state = in_tag;
        } else if (byte == '>') {
            self->scan_state = in_text;
        } else if (byte == '"' || byte == '\'') {
            self->scan_state = in_value;
            self->quote = byte;
        } else if (byte == '=' && ++self->equals_count > attribute_limit) {
            return tag;
        }
    }
    return byte_count;
}

int leftoff_xml_parser_push(leftoff_xml_parser *self, const unsigned char *utf8, size_t byte_count, int is_last) {
    size_t remaining = self->stopped ? 0 : count_allowed_bytes(self, utf8, byte_count);
    int has_too_many = remaining < byte_count;
    while (remaining > 0 && !self->stopped) {
        int part = remaining > part_byte_count ? part_byte_count : (int)remaining;
        leftoff_libxml2.xmlParseChunk(self->ctxt, (const char *)utf8, part, 0);
        utf8 += part;
        remaining -= (size_t)part;
        if (self->ctxt->instate == XML_PARSER_EOF) self->stopped = 1;
    }
    if (self->stopped) return 1;
    if (has_too_many) {
        leftoff_xml_parser_stop(self, "a tag has more than 1024 attributes");
        return 1;
    }
    if (is_last) leftoff_libxml2.xmlParseChunk(self->ctxt, "", 0, 1);
    return 0;
}

const char *leftoff_xml_parser_error(const leftoff_xml_parser *self) {
    return self->has_error ? self->message : NULL;
}

void leftoff_xml_parser_free(leftoff_xml_parser *self) {
    if (self->ctxt->myDoc) leftoff_libxml2.xmlFreeDoc(self->ctxt->myDoc);
    self->ctxt->myDoc = NULL;
    leftoff_libxml2.xmlFreeParserCtxt(self->ctxt);
    free(self->attributes);
    free(self);
}
