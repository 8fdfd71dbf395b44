#include "TreeSelection.h"

#include "LibXML2Symbols.h"

#include <libxml/xmlerror.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The number of steps of an evaluation, which take about two seconds.
enum { step_limit = 50 * 1000 * 1000 };

// A buffer for an error message. It keeps the first message that it receives.
typedef struct {
    char *text;
    size_t size;
} message_buffer;

// Stores the first line of an error's message.
static void record_error(void *data, xmlErrorPtr error) {
    message_buffer *message = data;
    if (!error->message || message->text[0]) return;
    size_t length = strcspn(error->message, "\n");
    if (length > message->size - 1) length = message->size - 1;
    memcpy(message->text, error->message, length);
    message->text[length] = 0;
}

// libxml2 reports unknown functions and variables to this handler; without it, to standard error.
static void record_generic_error(void *data, const char *format, ...) {
    message_buffer *message = data;
    if (!message || message->text[0]) return;
    va_list values;
    va_start(values, format);
    vsnprintf(message->text, message->size, format, values);
    va_end(values);
    // The message begins with the name of a function of libxml2.
    char *reason = strstr(message->text, ": ");
    if (reason) memmove(message->text, reason + 2, strlen(reason + 2) + 1);
    message->text[strcspn(message->text, "\n")] = 0;
}

// Creates a context for expressions, with limits, whose errors are stored in a buffer. Returns NULL if memory is short.
static xmlXPathContextPtr create_context(xmlDocPtr document, message_buffer *message) {
    xmlXPathContextPtr context = leftoff_libxml2.xmlXPathNewContext(document);
    if (!context) return NULL;
    context->error = record_error;
    context->userData = message;
    context->opLimit = step_limit;
    leftoff_libxml2.xmlSetGenericErrorFunc(message, record_generic_error);
    return context;
}

// Frees a context, and disconnects its buffer from the errors of libxml2.
static void free_context(xmlXPathContextPtr context) {
    leftoff_libxml2.xmlSetGenericErrorFunc(NULL, record_generic_error);
    leftoff_libxml2.xmlXPathFreeContext(context);
}

leftoff_select_status leftoff_xpath_check(const char *expression, char *message, size_t message_size) {
    message[0] = 0;
    if (!leftoff_libxml2_start()) return LEFTOFF_SELECT_NO_MEMORY;
    message_buffer buffer = {message, message_size};
    xmlXPathContextPtr context = create_context(NULL, &buffer);
    if (!context) return LEFTOFF_SELECT_NO_MEMORY;
    xmlXPathCompExprPtr compiled = leftoff_libxml2.xmlXPathCtxtCompile(context, BAD_CAST expression);
    leftoff_select_status status = compiled ? LEFTOFF_SELECT_DONE : LEFTOFF_SELECT_BAD_EXPRESSION;
    leftoff_libxml2.xmlXPathFreeCompExpr(compiled);
    free_context(context);
    return status;
}

// Reads the number of an element's start tag: from an attribute in an HTML tree; from `psvi`, minus one, in XML.
static int tag_number(xmlNodePtr node, size_t *number) {
    if (node->doc->type != XML_HTML_DOCUMENT_NODE) {
        *number = (size_t)(uintptr_t)node->psvi - 1;
        return node->psvi != NULL;
    }
    for (xmlAttrPtr attribute = node->properties; attribute; attribute = attribute->next) {
        if (strcmp((const char *)attribute->name, LEFTOFF_TAG_ATTRIBUTE) != 0) continue;
        if (!attribute->children || !attribute->children->content) return 0;
        *number = strtoull((const char *)attribute->children->content, NULL, 10);
        return 1;
    }
    return 0;
}

// Walks the tree once and reports the elements in marked elements, and the marked elements themselves.
static void report_marked(xmlNodePtr root, void (*report)(void *context, size_t number), void *context) {
    size_t marked_depth = 0;
    for (xmlNodePtr node = root; node;) {
        if (node->type == XML_ELEMENT_NODE) {
            if (node->_private) marked_depth++;
            size_t number;
            if (marked_depth && tag_number(node, &number)) report(context, number);
            if (node->children) {
                node = node->children;
                continue;
            }
            if (node->_private) marked_depth--;
        }
        while (node != root && !node->next) {
            node = node->parent;
            if (node->type == XML_ELEMENT_NODE && node->_private) marked_depth--;
        }
        node = node == root ? NULL : node->next;
    }
}

// Returns the element for a node of the result; NULL if there is none.
static xmlNodePtr element_of(xmlNodePtr node, xmlNodePtr root) {
    // A namespace is not a node of the tree and has no parent.
    if (!node || node->type == XML_NAMESPACE_DECL) return NULL;
    // An attribute or a text selects its element; the document selects the root element.
    while (node && node->type != XML_ELEMENT_NODE && (xmlDocPtr)node != node->doc) node = node->parent;
    return node && node->type != XML_ELEMENT_NODE ? root : node;
}

leftoff_select_status leftoff_tree_select(xmlDocPtr document, const char *expression, const char *prefixes,
                                          char *message, size_t message_size,
                                          void (*report)(void *context, size_t number), void *report_context) {
    xmlNodePtr root = leftoff_libxml2.xmlDocGetRootElement(document);
    if (!root) return LEFTOFF_SELECT_DONE;
    message_buffer buffer = {message, message_size};
    xmlXPathContextPtr context = create_context(document, &buffer);
    if (!context) return LEFTOFF_SELECT_NO_MEMORY;
    context->node = (xmlNodePtr)document;
    for (const char *prefix = prefixes; *prefix; prefix += strlen(prefix) + 1)
        leftoff_libxml2.xmlXPathRegisterNs(context, BAD_CAST prefix, BAD_CAST prefix);
    leftoff_select_status status = LEFTOFF_SELECT_DONE;
    xmlXPathObjectPtr result = leftoff_libxml2.xmlXPathEvalExpression(BAD_CAST expression, context);
    if (!result) {
        int exceeds_limit = context->lastError.code == XML_XPATH_EXPRESSION_OK + XPATH_OP_LIMIT_EXCEEDED;
        status = exceeds_limit ? LEFTOFF_SELECT_TOO_LONG : LEFTOFF_SELECT_BAD_EXPRESSION;
        // libxml2 gives no message for an unknown variable.
        if (!message[0]) snprintf(message, message_size, "it uses an unknown name");
    } else if (result->type != XPATH_NODESET) {
        status = LEFTOFF_SELECT_BAD_EXPRESSION;
    } else if (result->nodesetval) {
        for (int i = 0; i < result->nodesetval->nodeNr; i++) {
            xmlNodePtr element = element_of(result->nodesetval->nodeTab[i], root);
            if (element) element->_private = element;
        }
        report_marked(root, report, report_context);
    }
    leftoff_libxml2.xmlXPathFreeObject(result);
    free_context(context);
    return status;
}
