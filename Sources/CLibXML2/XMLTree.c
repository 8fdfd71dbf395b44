#include "CLibXML2Tree.h"

#include "LibXML2Symbols.h"
#include "TreeSelection.h"

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// The limit of prefixes. Documents have a handful, and each lookup compares with all of them.
enum { prefix_limit = 256 };

// The limit of elements, which take half a gigabyte. No document for readers has as many.
enum { element_limit = 2000000 };

struct leftoff_xml_tree {
    xmlDocPtr document;
    // The innermost open element.
    xmlNodePtr open;
    size_t depth;
    size_t element_count;
    int prefix_count;
    leftoff_select_status status;
    // The text since the last tag, joined here because libxml2 would measure the whole text each time a piece is added.
    char *text;
    size_t text_count;
    size_t text_capacity;
};

leftoff_xml_tree *leftoff_xml_tree_create(void) {
    if (!leftoff_libxml2_start()) return NULL;
    leftoff_xml_tree *self = calloc(1, sizeof *self);
    if (!self) return NULL;
    self->status = LEFTOFF_SELECT_DONE;
    self->document = leftoff_libxml2.xmlNewDoc(BAD_CAST "1.0");
    if (self->document) return self;
    free(self);
    return NULL;
}

// Returns the node that receives the next element: the innermost open element or the document.
static xmlNodePtr parent_of_next(leftoff_xml_tree *self) {
    return self->open ? self->open : (xmlNodePtr)self->document;
}

// Adds the collected text to the tree.
static void flush_text(leftoff_xml_tree *self) {
    if (self->text_count == 0) return;
    // There is no text outside of the root element.
    if (self->open && self->text_count <= INT_MAX) {
        xmlNodePtr text = leftoff_libxml2.xmlNewDocTextLen(self->document, BAD_CAST self->text, (int)self->text_count);
        if (!text || !leftoff_libxml2.xmlAddChild(self->open, text)) self->status = LEFTOFF_SELECT_NO_MEMORY;
    }
    self->text_count = 0;
}

// Returns the namespace for a prefix; NULL without a prefix.
static xmlNsPtr namespace_of(leftoff_xml_tree *self, const char *prefix) {
    if (!prefix) return NULL;
    for (xmlNsPtr existing = self->document->oldNs; existing; existing = existing->next)
        if (strcmp((const char *)existing->prefix, prefix) == 0) return existing;
    // Only a malicious document has more prefixes. The further ones share a namespace, so that no name with a prefix
    // counts as a name without one.
    if (self->prefix_count >= prefix_limit) return self->document->oldNs;
    // libxml2 creates no namespace for the prefix `xml`, so it is created under another prefix and renamed.
    int is_xml = strcmp(prefix, "xml") == 0;
    xmlNsPtr created = leftoff_libxml2.xmlNewNs(
        NULL, is_xml ? XML_XML_NAMESPACE : BAD_CAST prefix, is_xml ? BAD_CAST "_" : BAD_CAST prefix);
    if (!created) return NULL;
    if (is_xml) {
        xmlChar *name = leftoff_libxml2.xmlStrdup(BAD_CAST "xml");
        if (name) {
            (*leftoff_libxml2.xmlFree)((void *)created->prefix);
            created->prefix = name;
        }
    }
    // The document's list of namespaces is freed with the document.
    created->next = self->document->oldNs;
    self->document->oldNs = created;
    self->prefix_count++;
    return created;
}

void leftoff_xml_tree_start(leftoff_xml_tree *self, const char *local, const char *prefix) {
    if (self->status != LEFTOFF_SELECT_DONE) return;
    flush_text(self);
    if (self->depth >= leftoff_tree_depth_limit) {
        self->status = LEFTOFF_SELECT_TOO_DEEP;
        return;
    }
    if (self->element_count >= element_limit) {
        self->status = LEFTOFF_SELECT_TOO_LONG;
        return;
    }
    xmlNodePtr element =
        leftoff_libxml2.xmlNewDocNode(self->document, namespace_of(self, prefix), BAD_CAST local, NULL);
    if (!element || !leftoff_libxml2.xmlAddChild(parent_of_next(self), element)) {
        self->status = LEFTOFF_SELECT_NO_MEMORY;
        return;
    }
    element->psvi = (void *)(uintptr_t)++self->element_count;
    self->open = element;
    self->depth++;
}

void leftoff_xml_tree_attribute(leftoff_xml_tree *self, const char *local, const char *prefix, const char *value) {
    if (self->status != LEFTOFF_SELECT_DONE || !self->open) return;
    xmlNsPtr xml_namespace = namespace_of(self, prefix);
    if (!leftoff_libxml2.xmlNewNsProp(self->open, xml_namespace, BAD_CAST local, BAD_CAST value))
        self->status = LEFTOFF_SELECT_NO_MEMORY;
}

void leftoff_xml_tree_end(leftoff_xml_tree *self) {
    if (self->status != LEFTOFF_SELECT_DONE || !self->open) return;
    flush_text(self);
    self->depth--;
    xmlNodePtr parent = self->open->parent;
    self->open = parent && parent->type == XML_ELEMENT_NODE ? parent : NULL;
}

void leftoff_xml_tree_text(leftoff_xml_tree *self, const unsigned char *text, size_t byte_count) {
    if (self->status != LEFTOFF_SELECT_DONE) return;
    if (self->text_capacity - self->text_count < byte_count) {
        size_t capacity = 2 * (self->text_count + byte_count);
        char *larger = realloc(self->text, capacity);
        if (!larger) {
            self->status = LEFTOFF_SELECT_NO_MEMORY;
            return;
        }
        self->text = larger;
        self->text_capacity = capacity;
    }
    memcpy(self->text + self->text_count, text, byte_count);
    self->text_count += byte_count;
}

size_t leftoff_xml_tree_count(const leftoff_xml_tree *self) {
    return self->element_count;
}

leftoff_select_status leftoff_xml_tree_select(leftoff_xml_tree *self, const char *expression, const char *prefixes,
                                              char *message, size_t message_size,
                                              void (*report)(void *context, size_t number), void *context) {
    message[0] = 0;
    if (self->status != LEFTOFF_SELECT_DONE) return self->status;
    return leftoff_tree_select(self->document, expression, prefixes, message, message_size, report, context);
}

void leftoff_xml_tree_free(leftoff_xml_tree *self) {
    leftoff_libxml2.xmlFreeDoc(self->document);
    free(self->text);
    free(self);
}
