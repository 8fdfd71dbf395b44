/// Reads the tags and the text of HTML documents, by libxml2's SAX interface.
///
/// libxml2 2.9 has a tokenizer for HTML 4. Where it departs from the HTML Standard this makes up for it: tags and
/// their attributes are read anew from the text at the place where libxml2 finds them, elements with text content are
/// skipped by the standard's rules, and comments end where the standard ends them.
package enum HTMLParser {
    /// Parses a document.
    ///
    /// - Parameters:
    ///   - text: The document.
    ///   - handler: Takes what is found.
    /// - Returns: nil, or another encoding than was decoded: a `<meta>` behind the first 1024 bytes declares it,
    ///   and nothing surer told the encoding. The parse ends there; the caller decodes the document anew (HTML
    ///   Standard, 13.2.3.4, "change the encoding").
    /// - Throws: ``MarkupError``.
    package static func parse(_ text: DecodedText, handler: any MarkupHandler) throws -> CharacterEncoding? {
        let session = try HTMLParserSession(text, handler: handler)
        try session.run()
        return session.declaredEncoding
    }
}
