#include "CLibXML2Tree.h"

#include "LibXML2Symbols.h"
#include "TreeSelection.h"

#include <libxml/xmlerror.h>
#include <limits.h>

// Replaces the handler that prints errors to standard error.
static void ignore_error(void *data, xmlErrorPtr error) {
    (void)data;
    (void)error;
}

// Checks the depth, then calls libxml2's handler, which builds the tree.
static void start_element(void *data, const xmlChar *name, const xmlChar **attributes) {
    htmlParserCtxtPtr ctxt = data;
    if (ctxt->nodeNr >= leftoff_tree_depth_limit) {
        ctxt->_private = ctxt;
        leftoff_libxml2.xmlStopParser(ctxt);
        return;
    }
    leftoff_libxml2.xmlSAX2StartElement(ctxt, name, attributes);
}

// Parses HTML into a tree, which the caller frees. Returns NULL if memory is short.
static xmlDocPtr parse_html(const char *html, size_t byte_count, leftoff_select_status *status) {
    *status = LEFTOFF_SELECT_NO_MEMORY;
    if (byte_count > INT_MAX) return NULL;
    htmlParserCtxtPtr ctxt = leftoff_libxml2.htmlCreateMemoryParserCtxt(html, (int)byte_count);
    if (!ctxt) return NULL;
    leftoff_libxml2.htmlCtxtUseOptions(
        ctxt, HTML_PARSE_RECOVER | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING | HTML_PARSE_NONET |
            HTML_PARSE_IGNORE_ENC | HTML_PARSE_COMPACT);
    ctxt->options |= XML_PARSE_HUGE;
    ctxt->_private = NULL;
    ctxt->charset = XML_CHAR_ENCODING_UTF8;
    ctxt->sax->startElement = start_element;
    ctxt->sax->serror = ignore_error;
    leftoff_libxml2.htmlParseDocument(ctxt);
    xmlDocPtr document = ctxt->myDoc;
    *status = ctxt->_private ? LEFTOFF_SELECT_TOO_DEEP : LEFTOFF_SELECT_DONE;
    ctxt->myDoc = NULL;
    leftoff_libxml2.htmlFreeParserCtxt(ctxt);
    return document;
}

leftoff_select_status leftoff_html_select(const char *html, size_t byte_count, const char *expression,
                                          const char *prefixes, char *message, size_t message_size,
                                          void (*report)(void *context, size_t number), void *report_context) {
    message[0] = 0;
    if (!leftoff_libxml2_start()) return LEFTOFF_SELECT_NO_MEMORY;
    leftoff_select_status status;
    xmlDocPtr document = parse_html(html, byte_count, &status);
    if (document && status == LEFTOFF_SELECT_DONE) {
        status = leftoff_tree_select(document, expression, prefixes, message, message_size, report, report_context);
    }
    if (document) leftoff_libxml2.xmlFreeDoc(document);
    return status;
}
