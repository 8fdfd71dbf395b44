import CLibXML2
import Syntax

/// A receiver of the elements and the text of an XML document.
package protocol XMLHandler: AnyObject {
    /// Receives a start tag or an empty-element tag; ``endElement(_:)`` follows for both.
    ///
    /// - Parameters:
    ///   - element: The start tag with its attributes.
    ///   - position: Returns the position of the tag's `<`. For a tag that comes from an entity, it is the position of
    ///     the reference's `&`.
    func startElement(_ element: XMLElement, position: () -> SourcePosition)
    /// Receives the end of an element.
    ///
    /// - Parameter name: The name of the element that ends.
    func endElement(_ name: XMLName)
    /// Receives a part of the text between tags, including CDATA, with its entities replaced.
    ///
    /// - Parameter text: The part in UTF-8, split anywhere; valid during the call.
    func text(_ text: UnsafeBufferPointer<UInt8>)
    /// Receives a processing instruction.
    ///
    /// - Parameters:
    ///   - target: The name of the instruction.
    ///   - data: The text after the name.
    ///   - position: Returns the position of its `<`.
    func processingInstruction(target: String, data: String, position: () -> SourcePosition)
}

/// The name of an element or an attribute of XML.
///
/// A parser creates each name once, so that properties of a name can be cached by its identity.
package final class XMLName: Sendable {
    /// The name without its prefix, as written in the document.
    package let local: String
    /// The prefix; nil if there is none.
    package let prefix: String?
    /// The namespace; nil if the name is in none, or if its prefix is not declared.
    package let namespace: String?

    /// Creates a name.
    init(local: String, prefix: String? = nil, namespace: String? = nil) {
        self.local = local
        self.prefix = prefix
        self.namespace = namespace
    }

    /// The name with its prefix, as written in the document.
    var qualified: String { prefix.map { "\($0):\(local)" } ?? local }
}

/// A start tag of an XML document.
///
/// Its attributes do not include namespace declarations.
package struct XMLElement: Sendable {
    /// An attribute.
    package struct Attribute: Sendable {
        /// The attribute's name.
        package var name: XMLName
        /// The value with its entities replaced.
        package var value: String
    }

    /// The element's name.
    package var name: XMLName
    /// The attributes in the order of the tag.
    package var attributes: [Attribute]

    /// Returns the value of an attribute.
    ///
    /// - Parameters:
    ///   - local: The name without a prefix.
    ///   - namespace: The namespace; nil for a name without a prefix.
    /// - Returns: The value; nil if there is no such attribute.
    package func value(of local: String, in namespace: String? = nil) -> String? {
        attributes.first { $0.name.local == local && $0.name.namespace == namespace }?.value
    }
}

/// An error in an XML document.
///
/// Everything before the error has been reported.
package struct XMLFailure: Error, Hashable, CustomStringConvertible {
    /// The description of the error, from libxml2 or from this module.
    package var reason: String
    /// The position at which the error was detected.
    package var position: SourcePosition

    /// The error and its position in one line.
    package var description: String { "line \(position.line), column \(position.column): \(reason)" }
}

/// A parser of XML documents that arrive in parts, based on libxml2's SAX interface.
///
/// It loads no external resources, expands the document's own entities up to a limit, and continues after errors. Its
/// memory does not grow with the document.
package final class XMLPushParser {
    /// The minimum size of the parts that are passed to libxml2.
    ///
    /// With each part, libxml2 scans the text again that it could not parse yet, so the parts grow with that text.
    private static let partByteCount = 1 << 16

    private unowned let handler: any XMLHandler
    private var parser: OpaquePointer?
    private var decoder: ChunkDecoder
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
    ///   - encoding: The encoding that the document's head determines.
    ///   - handler: Receives elements and text; it must outlive the parser.
    /// - Throws: ``MarkupError/outOfMemory(byteCount:)``, ``MarkupError/converterUnavailable(encoding:)``.
    package init(encoding: SniffedEncoding, handler: any XMLHandler) throws {
        self.handler = handler
        decoder = try ChunkDecoder(encoding)
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
    package func push(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard !isStopped else { return }
        decoder.decode(bytes, isLast: false, into: &pending)
        if pending.count >= max(Self.partByteCount, window.byteCount / 2) { parse(isLast: false) }
    }

    /// Processes the end of the document.
    ///
    /// - Returns: The first error in it; nil if there is none.
    package func finish() -> XMLFailure? {
        decoder.decode(UnsafeBufferPointer(start: nil, count: 0), isLast: true, into: &pending)
        parse(isLast: true)
        recordLoneAmpersand(before: .max)
        guard let parser, let failurePosition else { return nil }
        if let message = leftoff_xml_parser_error(parser) {
            return XMLFailure(reason: String(cString: message).trimmingTail(), position: failurePosition)
        }
        return XMLFailure(reason: "an & begins no reference", position: failurePosition)
    }

    /// Returns true if a complete document is well-formed XML.
    ///
    /// - Parameters:
    ///   - document: The document as it was received.
    ///   - encoding: The encoding that the document's head determines.
    /// - Returns: False also if the document exceeds a limit of the parser. HTML's named characters are accepted even
    ///   if they are not declared.
    /// - Throws: ``MarkupError``.
    package static func isWellFormed(
        _ document: UnsafeBufferPointer<UInt8>, encoding: SniffedEncoding
    ) throws -> Bool {
        let handler = IgnoringXMLHandler()
        let parser = try XMLPushParser(encoding: encoding, handler: handler)
        var rest = document[...]
        while !rest.isEmpty, parser.failurePosition == nil {
            parser.push(UnsafeBufferPointer(rebasing: rest.prefix(partByteCount)))
            rest = rest.dropFirst(partByteCount)
        }
        return withExtendedLifetime(handler) { parser.failurePosition == nil && parser.finish() == nil }
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
            line: found.line, column: found.column, byte: decoder.sourceOffset(of: found.offset))
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
                            decoding: UnsafeBufferPointer(start: $0.value, count: $0.value_byte_count), as: UTF8.self
                        ).streamSafe)
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
                target: String(cString: target).streamSafe, data: data.map { String(cString: $0).streamSafe } ?? ""
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

/// The names of a document, each created once.
///
/// libxml2 uses the same pointer for equal text, so names are identified by their pointers.
private struct XMLNameTable {
    private struct Key: Hashable {
        var local: UnsafePointer<CChar>
        var prefix: UnsafePointer<CChar>?
        var namespace: UnsafePointer<CChar>?
    }

    /// The maximum number of names, so that hostile documents cannot exhaust the memory.
    private static let limit = 4096
    /// The size of the cache of recent names, a power of two.
    ///
    /// Few documents have so many names that they evict each other from the cache.
    private static let recentCount = 64

    private var names: [Key: XMLName] = [:]
    private var recent = [(key: Key, name: XMLName)?](repeating: nil, count: recentCount)

    /// Returns the name that consists of three texts, which must exist as long as the parser.
    mutating func name(
        _ local: UnsafePointer<CChar>, _ prefix: UnsafePointer<CChar>?, _ namespace: UnsafePointer<CChar>?
    ) -> XMLName {
        let key = Key(local: local, prefix: prefix, namespace: namespace)
        let bits = UInt(bitPattern: local)
        let slot = Int((bits ^ bits >> 6) & UInt(Self.recentCount - 1))
        if let (known, name) = recent[slot], known == key { return name }
        let name = names[key] ?? make(key)
        recent[slot] = (key, name)
        return name
    }

    private mutating func make(_ key: Key) -> XMLName {
        let name = XMLName(
            local: String(cString: key.local).streamSafe, prefix: key.prefix.map { String(cString: $0).streamSafe },
            namespace: key.namespace.map { String(cString: $0).streamSafe })
        if names.count < Self.limit { names[key] = name }
        return name
    }
}

/// The part of a text that a parser has not consumed, with the line and column of its start.
private struct TextWindow {
    private var bytes: [UInt8] = []
    /// The offset of the first byte in the window.
    private var start = 0
    /// The number of bytes that `line` and `column` include.
    private var counted = 0
    private var line = 1
    private var column = 1
    private var endsInReturn = false

    /// The number of bytes in the window.
    var byteCount: Int { bytes.count }

    /// Appends the next part of the text.
    ///
    /// - Parameter part: UTF-8, split anywhere.
    mutating func append(_ part: [UInt8]) {
        bytes.append(contentsOf: part)
    }

    /// Discards everything before an offset.
    ///
    /// - Parameter offset: An offset in the whole text.
    mutating func forget(before offset: Int) {
        let done = min(max(offset - start, 0), bytes.count)
        count(upTo: start + done)
        // Removing a few bytes from a large array again and again would be slow.
        guard done >= bytes.count / 2 else { return }
        bytes.removeFirst(done)
        start += done
    }

    /// Returns the last offset of a byte before an offset.
    ///
    /// - Parameters:
    ///   - byte: The byte to find.
    ///   - offset: The exclusive end of the search.
    /// - Returns: The offset in the whole text; nil if the byte is not there.
    func last(_ byte: UInt8, before offset: Int) -> Int? {
        let end = min(max(offset - start, 0), bytes.count)
        return bytes[..<end].lastIndex(of: byte).map { start + $0 }
    }

    /// Returns the line and column of an offset, starting from 1.
    ///
    /// - Parameter offset: An offset in the whole text. If it precedes the counted part, the result is the start of
    ///   that part.
    /// - Returns: The position and its offset.
    mutating func position(of offset: Int) -> (line: Int, column: Int, offset: Int) {
        count(upTo: offset)
        return (line, column, max(offset, counted))
    }

    private mutating func count(upTo offset: Int) {
        let end = min(offset - start, bytes.count)
        guard counted - start < end else { return }
        var (line, column, endsInReturn) = (line, column, endsInReturn)
        bytes.withUnsafeBufferPointer { bytes in
            for index in (counted - start)..<end {
                let byte = bytes[index]
                if byte == 0x0A || byte == 0x0D {
                    // A line ends at a line feed, a carriage return, or both together.
                    if !(byte == 0x0A && endsInReturn) { line += 1 }
                    column = 1
                    endsInReturn = byte == 0x0D
                } else {
                    if byte & 0xC0 != 0x80 { column += 1 }
                    endsInReturn = false
                }
            }
        }
        (self.line, self.column, self.endsInReturn) = (line, column, endsInReturn)
        counted = start + end
    }
}
