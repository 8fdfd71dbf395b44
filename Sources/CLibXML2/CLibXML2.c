#include "CLibXML2.h"

#include "LibXML2Symbols.h"

#include <libxml/xmlerror.h>
#include <stdlib.h>
#include <string.h>

// At every end tag, libxml2 searches its stack of open elements from top to bottom. A page of a million open elements
// and a million stray end tags would take hours. Browsers stop at a depth of 512. A smaller limit loses no link here,
// because the elements dropped near the bottom are only reported as closed early.
// Beyond the limit, that many elements are closed early, except the outermost ones, `html` and `body`.
enum { open_element_limit = 256, dropped_count = 128, kept_count = 2 };

// libxml2 compares each attribute's name with all earlier names of the tag. Limiting the memory for distinct names
// limits this cost. Attributes are read elsewhere. An element whose name first appears after the limit is not reported,
// so the names of elements with links are registered first.
enum { name_byte_limit = 16 * 1024 };

static const char *const element_names[] = {
    "a",      "applet",  "area",   "audio",  "base",    "bgsound",    "blockquote", "body",  "br",       "button",
    "command", "del",    "div",    "embed",  "feimage", "form",       "frame",      "frameset", "h1",    "h2",
    "h3",     "head",    "html",   "iframe", "image",   "img",        "input",      "ins",   "li",       "link",
    "math",   "menuitem", "meta",  "noembed", "noframes", "noscript", "object",     "ol",    "option",   "p",
    "param",  "picture", "plaintext", "q",   "script",  "section",    "select",     "source", "span",    "style",
    "svg",    "table",   "tbody",  "td",     "textarea", "tfoot",     "th",         "thead", "title",    "tr",
    "track",  "ul",      "use",    "video",  "xmp",     "foreignobject", "desc",    "template",
};

struct leftoff_html_parser {
    htmlParserCtxtPtr ctxt;
    htmlSAXHandler sax;
    leftoff_html_callbacks callbacks;
    void *context;
    const xmlChar *start;
    size_t byte_count;
    // The position at which libxml2 last reported a missing name.
    const xmlChar *missing_name;
};

// Returns the parser that a context of libxml2 belongs to.
static leftoff_html_parser *parser_of(void *ctx) {
    return ((htmlParserCtxtPtr)ctx)->_private;
}

// Reports the start of an element, after closing elements if too many are open.
static void start_element(void *ctx, const xmlChar *name, const xmlChar **atts) {
    (void)atts;
    htmlParserCtxtPtr ctxt = ctx;
    leftoff_html_parser *self = parser_of(ctx);
    if (ctxt->nameNr >= open_element_limit) {
        const xmlChar *closed[dropped_count];
        memcpy(closed, ctxt->nameTab + kept_count, sizeof closed);
        int remaining = ctxt->nameNr - kept_count - dropped_count;
        memmove(ctxt->nameTab + kept_count, ctxt->nameTab + kept_count + dropped_count,
                (size_t)remaining * sizeof ctxt->nameTab[0]);
        ctxt->nameNr -= dropped_count;
        for (int i = dropped_count; i-- > 0;) self->callbacks.end_element(self->context, (const char *)closed[i]);
    }
    self->callbacks.start_element(self->context, (const char *)name);
}

// Reports the end of an element.
static void end_element(void *ctx, const xmlChar *name) {
    leftoff_html_parser *self = parser_of(ctx);
    self->callbacks.end_element(self->context, (const char *)name);
}

// Reports text.
static void characters(void *ctx, const xmlChar *text, int byte_count) {
    leftoff_html_parser *self = parser_of(ctx);
    if (byte_count > 0) self->callbacks.characters(self->context, text, (size_t)byte_count);
}

// Reports a comment.
static void comment(void *ctx, const xmlChar *text) {
    (void)text;
    leftoff_html_parser *self = parser_of(ctx);
    self->callbacks.comment(self->context);
}

// Reports a processing instruction.
static void instruction(void *ctx, const xmlChar *target, const xmlChar *data) {
    (void)target;
    (void)data;
    leftoff_html_parser *self = parser_of(ctx);
    self->callbacks.instruction(self->context);
}

// Without this handler, libxml2 prints to standard error. If it has no memory for another name, it reports the same tag
// again and again without advancing; the handler then skips the `<`.
static void handle_error(void *ctx, xmlErrorPtr error) {
    htmlParserCtxtPtr ctxt = ctx;
    leftoff_html_parser *self = parser_of(ctx);
    if (error->code != XML_ERR_NAME_REQUIRED || !ctxt->input) return;
    if (ctxt->input->cur == self->missing_name && *self->missing_name == '<') ctxt->input->cur++;
    self->missing_name = ctxt->input->cur;
}

leftoff_html_parser *leftoff_html_parser_create(const unsigned char *utf8, size_t byte_count,
                                                const leftoff_html_callbacks *callbacks, void *context) {
    if (!leftoff_libxml2_start()) return NULL;

    leftoff_html_parser *self = calloc(1, sizeof *self);
    if (!self) return NULL;
    self->callbacks = *callbacks;
    self->context = context;
    self->start = utf8;
    self->byte_count = byte_count;
    self->sax = (htmlSAXHandler){
        .startElement = start_element,
        .endElement = end_element,
        .characters = characters,
        .cdataBlock = characters,
        .ignorableWhitespace = characters,
        .comment = comment,
        .processingInstruction = instruction,
        .serror = handle_error,
        .initialized = XML_SAX2_MAGIC,
    };

    htmlParserCtxtPtr ctxt = leftoff_libxml2.htmlNewParserCtxt();
    if (!ctxt) {
        free(self);
        return NULL;
    }
    self->ctxt = ctxt;
    // HTML_PARSE_IGNORE_ENC: the buffer is UTF-8, whatever a <meta> element declares.
    leftoff_libxml2.htmlCtxtUseOptions(
        ctxt, HTML_PARSE_RECOVER | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING | HTML_PARSE_NONET |
            HTML_PARSE_IGNORE_ENC);
    ctxt->options |= XML_PARSE_HUGE;
    ctxt->_private = self;
    ctxt->charset = XML_CHAR_ENCODING_UTF8;
    ctxt->encoding = leftoff_libxml2.xmlStrdup(BAD_CAST "UTF-8");
    if (ctxt->sax) (*leftoff_libxml2.xmlFree)(ctxt->sax);
    ctxt->sax = &self->sax;
    ctxt->userData = ctxt;
    for (size_t i = 0; i < sizeof element_names / sizeof element_names[0]; i++)
        leftoff_libxml2.xmlDictLookup(ctxt->dict, BAD_CAST element_names[i], -1);
    leftoff_libxml2.xmlDictSetLimit(ctxt->dict, name_byte_limit);

    // The input has no buffer of libxml2's own: its pointers point into the caller's buffer, so offsets are exact.
    htmlParserInputPtr input = leftoff_libxml2.xmlNewInputStream(ctxt);
    if (!input) {
        leftoff_html_parser_free(self);
        return NULL;
    }
    input->base = utf8;
    input->cur = utf8;
    input->end = utf8 + byte_count;
    if (leftoff_libxml2.inputPush(ctxt, input) < 0) {
        leftoff_libxml2.xmlFreeInputStream(input);
        leftoff_html_parser_free(self);
        return NULL;
    }
    return self;
}

int leftoff_html_parser_run(leftoff_html_parser *self) {
    leftoff_libxml2.htmlParseDocument(self->ctxt);
    return self->ctxt->instate == XML_PARSER_EOF && self->ctxt->errNo == XML_ERR_NO_MEMORY;
}

size_t leftoff_html_parser_offset(const leftoff_html_parser *self) {
    htmlParserInputPtr input = self->ctxt->input;
    return input ? (size_t)(input->cur - self->start) : self->byte_count;
}

void leftoff_html_parser_seek(leftoff_html_parser *self, size_t offset) {
    htmlParserInputPtr input = self->ctxt->input;
    if (input && offset <= self->byte_count) input->cur = self->start + offset;
}

void leftoff_html_parser_free(leftoff_html_parser *self) {
    if (self->ctxt) {
        self->ctxt->sax = NULL;
        leftoff_libxml2.htmlFreeParserCtxt(self->ctxt);
    }
    free(self);
}

const char *leftoff_libxml2_version(void) {
    return LIBXML_DOTTED_VERSION;
}
