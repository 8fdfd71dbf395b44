import CLibXML2

/// A parser of XML documents that arrive in parts, based on libxml2's SAX interface.
///
/// It loads no external resources, expands the document's own entities up to a limit, and continues after errors. Its
/// memory does not grow with the document.
package final class XMLPushParser {
    /// The minimum size of the parts that are passed to libxml2.
    ///
    /// With each part, libxml2 scans the text again that it could not parse yet, so the parts grow with that text.
    private static let partByteCount = 1 << 16

    /// The document's encoding; nil until enough bytes have arrived to detect it.
    package private(set) var encoding: CharacterEncoding?

    private let contentType: String?
    private unowned let handler: any XMLHandler
    private var parser: OpaquePointer?
    private var decoder: ChunkDecoder?
    /// The first bytes, which are kept until the encoding is known.
    private var beginning: [UInt8] = []
    /// Text that has not been passed to libxml2.
    private var pending: [UInt8] = []
    private var window = TextWindow()
    private var references = XMLReferenceFilter()
    /// The offsets, in the text that libxml2 receives, of the insertions of `references` that have not been forgotten.
    private var insertions: [Int] = []
    /// The number of insertions that have been forgotten.
    private var forgottenInsertionCount = 0
    /// The offset of the first `&` that begins no reference, until its position is known.
    private var loneAmpersand: Int?
    private var hasLoneAmpersand = false
    private var names = XMLNameTable()
    private var isStopped = false
    private var failurePosition: SourcePosition?

    /// Creates a parser for one document.
    ///
    /// - Parameters:
    ///   - contentType: The value of the HTTP `Content-Type` field; nil if there was none.
    ///   - handler: Receives elements and text; it must outlive the parser.
    /// - Throws: ``MarkupError/outOfMemory(byteCount:)``.
    package init(contentType: String?, handler: any XMLHandler) throws {
        self.contentType = contentType
        self.handler = handler
        var callbacks = Self.callbacks
        parser = leftoff_xml_parser_create(&callbacks, Unmanaged.passUnretained(self).toOpaque())
        guard parser != nil else { throw MarkupError.outOfMemory(byteCount: 0) }
    }

    deinit {
        if let parser { leftoff_xml_parser_free(parser) }
    }

    /// Processes the next bytes.
    ///
    /// - Parameter bytes: The bytes as they were received.
    /// - Throws: ``MarkupError/converterUnavailable(encoding:)``.
    package func push(_ bytes: UnsafeBufferPointer<UInt8>) throws {
        guard !isStopped else { return }
        if decoder == nil {
            beginning.append(contentsOf: bytes)
            if beginning.count >= SniffedEncoding.xmlByteCount { try begin() }
        } else {
            decoder?.decode(bytes, isLast: false, into: &pending)
        }
        if pending.count >= max(Self.partByteCount, window.byteCount / 2) { parse(isLast: false) }
    }

    /// Processes the end of the document.
    ///
    /// - Returns: The first error in it; nil if there is none.
    /// - Throws: ``MarkupError/converterUnavailable(encoding:)``.
    package func finish() throws -> XMLFailure? {
        if decoder == nil { try begin() }
        decoder?.decode(UnsafeBufferPointer(start: nil, count: 0), isLast: true, into: &pending)
        parse(isLast: true)
        recordLoneAmpersand(before: .max)
        guard let parser, let failurePosition else { return nil }
        if let message = leftoff_xml_parser_error(parser) {
            return XMLFailure(reason: String(cString: message).trimmingTail(), position: failurePosition)
        }
        return XMLFailure(reason: "an & begins no reference", position: failurePosition)
    }

    /// Stops the parser; the rest of the document is ignored.
    package func stop() {
        isStopped = true
        if let parser { leftoff_xml_parser_stop(parser, "stopped") }
    }

    /// Returns true if a complete document is well-formed XML.
    ///
    /// - Parameters:
    ///   - document: The document as it was received.
    ///   - contentType: The value of the HTTP `Content-Type` field; nil if there was none.
    /// - Returns: False also if the document exceeds a limit of the parser. HTML's named characters are accepted even
    ///   if they are not declared.
    /// - Throws: ``MarkupError``.
    package static func isWellFormed(_ document: UnsafeBufferPointer<UInt8>, contentType: String?) throws -> Bool {
        let handler = IgnoringXMLHandler()
        let parser = try XMLPushParser(contentType: contentType, handler: handler)
        var rest = document[...]
        while !rest.isEmpty, parser.failurePosition == nil {
            try parser.push(UnsafeBufferPointer(rebasing: rest.prefix(partByteCount)))
            rest = rest.dropFirst(partByteCount)
        }
        return try withExtendedLifetime(handler) {
            guard parser.failurePosition == nil else { return false }
            return try parser.finish() == nil
        }
    }

    private func begin() throws {
        let sniffed = SniffedEncoding(ofXML: beginning, contentType: contentType)
        encoding = sniffed.encoding
        decoder = try ChunkDecoder(sniffed)
        beginning.withUnsafeBufferPointer { bytes in
            let content = UnsafeBufferPointer(rebasing: bytes[min(sniffed.byteOrderMarkByteCount, bytes.count)...])
            decoder?.decode(content, isLast: false, into: &pending)
        }
        beginning = []
    }

    private func parse(isLast: Bool) {
        guard !isStopped, let parser else { return }
        window.append(pending)
        let start = insertions.count
        let text = references.filter(pending, isLast: isLast) { insertions.append($0) }
        if insertions.count > start, !hasLoneAmpersand {
            hasLoneAmpersand = true
            loneAmpersand = sourceOffset(of: insertions[start]) - 1
        }
        let result = text.withUnsafeBufferPointer { text in
            withUnsafePointer(to: UInt8(0)) { none in
                leftoff_xml_parser_push(parser, text.baseAddress ?? none, text.count, isLast ? 1 : 0)
            }
        }
        pending.removeAll(keepingCapacity: true)
        if result != 0 { isStopped = true }
        let offset = parserOffset
        recordLoneAmpersand(before: offset)
        window.forget(before: offset)
        let passed = insertionCount(before: leftoff_xml_parser_offset(parser))
        // Removing a few elements from a large array again and again would be slow.
        if passed > insertions.count / 2 {
            insertions.removeFirst(passed)
            forgottenInsertionCount += passed
        }
    }

    /// The offset of the parser in the text before the insertions.
    private var parserOffset: Int { parser.map { sourceOffset(of: leftoff_xml_parser_offset($0)) } ?? 0 }

    /// Returns the offset before the insertions of an offset in the text that libxml2 receives.
    private func sourceOffset(of offset: Int) -> Int {
        let count = insertionCount(before: offset)
        let length = XMLReferenceFilter.insertion.count
        // The parser may be within an insertion.
        let excess = count > 0 ? max(0, length - (offset - insertions[count - 1])) : 0
        return offset - (forgottenInsertionCount + count) * length + excess
    }

    /// Returns the number of insertions, without the forgotten ones, that begin before an offset.
    private func insertionCount(before offset: Int) -> Int {
        var (low, high) = (0, insertions.count)
        while low < high {
            let middle = (low + high) / 2
            if insertions[middle] < offset { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Records the first `&` that begins no reference as the first failure, before a later position is determined.
    private func recordLoneAmpersand(before offset: Int) {
        guard let lone = loneAmpersand, lone < offset else { return }
        loneAmpersand = nil
        if failurePosition == nil { failurePosition = position(at: lone) }
    }

    private func position(at offset: Int) -> SourcePosition {
        recordLoneAmpersand(before: offset)
        let found = window.position(of: offset)
        return SourcePosition(
            line: found.line, column: found.column, byte: decoder?.sourceOffset(of: found.offset) ?? found.offset)
    }

    /// Returns the position of the tag that the parser has just read.
    private func tagPosition() -> SourcePosition {
        guard let parser else { return SourcePosition(line: 1, column: 1, byte: 0) }
        let mark = leftoff_xml_parser_is_in_entity(parser) != 0 ? UInt8(ascii: "&") : UInt8(ascii: "<")
        let offset = parserOffset
        return position(at: window.last(mark, before: offset) ?? offset)
    }

    private static func session(_ context: UnsafeMutableRawPointer) -> XMLPushParser {
        Unmanaged<XMLPushParser>.fromOpaque(context).takeUnretainedValue()
    }

    private static let callbacks = leftoff_xml_callbacks(
        start_element: { context, local, prefix, uri, attributes, count in
            let session = session(context)
            let element = XMLElement(
                name: session.names.name(local, prefix, uri),
                attributes: UnsafeBufferPointer(start: attributes, count: attributes == nil ? 0 : count).map {
                    XMLElement.Attribute(
                        name: session.names.name($0.local, $0.prefix, $0.uri),
                        value: String(
                            decoding: UnsafeBufferPointer(start: $0.value, count: $0.value_byte_count), as: UTF8.self))
                })
            session.handler.startElement(element) { session.tagPosition() }
        },
        end_element: { context, local, prefix, uri in
            let session = session(context)
            session.handler.endElement(session.names.name(local, prefix, uri))
        },
        characters: { context, text, count in
            session(context).handler.text(UnsafeBufferPointer(start: text, count: count))
        },
        instruction: { context, target, data in
            let session = session(context)
            session.handler.processingInstruction(
                target: String(cString: target), data: data.map { String(cString: $0) } ?? ""
            ) { session.tagPosition() }
        },
        failed: { context in
            let session = session(context)
            let position = session.position(at: session.parserOffset)
            session.failurePosition = position
        }
    )
}

extension String {
    /// Returns the text without white space and full stops at its end.
    fileprivate func trimmingTail() -> String {
        var text = self[...]
        while let last = text.last, last.isWhitespace || last == "." { text.removeLast() }
        return String(text)
    }
}

/// A handler that ignores everything.
private final class IgnoringXMLHandler: XMLHandler {
    func startElement(_ element: XMLElement, position: () -> SourcePosition) {}
    func endElement(_ name: XMLName) {}
    func text(_ text: UnsafeBufferPointer<UInt8>) {}
    func processingInstruction(target: String, data: String, position: () -> SourcePosition) {}
}
