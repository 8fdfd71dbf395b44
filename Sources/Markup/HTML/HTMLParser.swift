/// A parser that reports the tags and the text of complete HTML documents.
///
/// ```swift
/// let interest = TagInterest(elements: [.a], triggers: ["href"], attributes: ["rel"])
/// let encoding = try HTMLParser.parse(
///     bytes, contentType: "text/html; charset=utf-8", isLocal: false, interest: interest, handler: handler)
/// ```
package enum HTMLParser {
    /// An implementation of the parser.
    package enum Engine: String, Sendable, CaseIterable {
        /// Leftoff's implementation of the HTML Standard's tokenizer.
        case standard
        /// libxml2's SAX interface, for comparison.
        case libxml2
    }

    /// Parses a document.
    ///
    /// - Parameters:
    ///   - bytes: The document as it was received.
    ///   - contentType: The value of the HTTP `Content-Type` field; nil if there was none.
    ///   - isLocal: True if the document is a file or standard input, false if it comes from the network.
    ///   - interest: The tags and attributes to report.
    ///   - handler: Receives the tags and the text.
    ///   - engine: The implementation to use.
    /// - Returns: The document's encoding.
    /// - Throws: ``MarkupError``.
    package static func parse(
        _ bytes: [UInt8], contentType: String?, isLocal: Bool, interest: TagInterest, handler: any MarkupHandler,
        engine: Engine = .standard
    ) throws -> CharacterEncoding {
        switch engine {
        case .standard:
            let reader = HTMLReader(
                interest: interest, handler: handler, contentType: contentType, isLocal: isLocal)
            try bytes.withUnsafeBufferPointer { try reader.readAll($0) }
            return reader.encoding ?? .utf8
        case .libxml2:
            let text = try DecodedText(bytes, contentType: contentType, isLocal: isLocal)
            guard let declared = try run(text, interest, handler) else { return text.encoding }
            handler.restart()
            let sniffed = SniffedEncoding(encoding: declared, evidence: .element)
            _ = try run(DecodedText(bytes, sniffed: sniffed), interest, handler)
            return declared
        }
    }

    private static func run(
        _ text: DecodedText, _ interest: TagInterest, _ handler: any MarkupHandler
    ) throws -> CharacterEncoding? {
        let session = try LibXML2Session(text, interest: interest, handler: handler)
        try session.run()
        return session.declaredEncoding
    }
}
