// The functions of libxml2 that this target calls, loaded at the first use.

#ifndef LEFTOFF_LIBXML2_SYMBOLS_H
#define LEFTOFF_LIBXML2_SYMBOLS_H

#include "LazyLibrary.h"

#include <libxml/HTMLparser.h>
#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/xpath.h>
#include <libxml/xpathInternals.h>

// xmlFree is a variable, so this field is a pointer to a function pointer.
#define LIBXML2_SYMBOLS(DO) \
    DO(htmlCreateMemoryParserCtxt) \
    DO(htmlCtxtUseOptions) \
    DO(htmlEntityLookup) \
    DO(htmlFreeParserCtxt) \
    DO(htmlNewParserCtxt) \
    DO(htmlParseDocument) \
    DO(inputPush) \
    DO(xmlAddChild) \
    DO(xmlAddDocEntity) \
    DO(xmlCopyCharMultiByte) \
    DO(xmlCreateIntSubset) \
    DO(xmlCreatePushParserCtxt) \
    DO(xmlCtxtUseOptions) \
    DO(xmlDictLookup) \
    DO(xmlDictSetLimit) \
    DO(xmlDocGetRootElement) \
    DO(xmlFree) \
    DO(xmlFreeDoc) \
    DO(xmlFreeInputStream) \
    DO(xmlFreeParserCtxt) \
    DO(xmlGetDocEntity) \
    DO(xmlGetPredefinedEntity) \
    DO(xmlInitParser) \
    DO(xmlNewDoc) \
    DO(xmlNewDocNode) \
    DO(xmlNewDocTextLen) \
    DO(xmlNewInputStream) \
    DO(xmlNewNs) \
    DO(xmlNewNsProp) \
    DO(xmlParseChunk) \
    DO(xmlSAX2EntityDecl) \
    DO(xmlSAX2InternalSubset) \
    DO(xmlSAX2StartDocument) \
    DO(xmlSAX2StartElement) \
    DO(xmlSetGenericErrorFunc) \
    DO(xmlStopParser) \
    DO(xmlStrdup) \
    DO(xmlXPathCtxtCompile) \
    DO(xmlXPathEvalExpression) \
    DO(xmlXPathFreeCompExpr) \
    DO(xmlXPathFreeContext) \
    DO(xmlXPathFreeObject) \
    DO(xmlXPathNewContext) \
    DO(xmlXPathRegisterNs)

struct leftoff_libxml2 {
    LIBXML2_SYMBOLS(LEFTOFF_SYMBOL_FIELD)
};

// Empty until leftoff_libxml2_start has returned true.
extern struct leftoff_libxml2 leftoff_libxml2;

// Loads and initialises libxml2 unless this has been done before; returns false if it is missing.
bool leftoff_libxml2_start(void);

#endif
