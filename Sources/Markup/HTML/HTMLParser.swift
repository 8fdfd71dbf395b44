/// Reads the tags and the text of HTML documents that are there as a whole.
package enum HTMLParser {
    /// What reads a document.
    package enum Engine: String, Sendable, CaseIterable {
        /// The HTML Standard's tokenizer, our own.
        case standard
        /// libxml2's SAX interface, kept as a cross-check.
        case libxml2
    }

    /// Reads a document.
    ///
    /// - Parameters:
    ///   - bytes: The document.
    ///   - contentType: The value of the HTTP `Content-Type` field, if there was one.
    ///   - isLocal: Whether the document is a file or standard input rather than from the network.
    ///   - interest: What is reported.
    ///   - handler: Takes it.
    ///   - engine: What reads it.
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
            let sniffed = SniffedEncoding(encoding: declared, evidence: .declaration)
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
