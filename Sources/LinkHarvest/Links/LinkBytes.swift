import CPlatform
import Markup
import WHATWGURL

/// The properties of a link as UTF-8 bytes, which are valid only during a call.
///
/// Output formats read links from these bytes, because creating strings takes longer than writing them.
package struct LinkBytes {
    /// The bytes of one property.
    package typealias Text = UnsafeBufferPointer<UInt8>

    /// The resolved URL; nil for a value that is not a valid URL.
    package let url: Text?
    /// The attribute's value with its character references decoded but not trimmed.
    package let raw: Text
    /// The element's name in lower case.
    package let element: Text
    /// The attribute's name in lower case, or `text()`.
    package let attribute: Text
    /// The name of the link's kind.
    package let kind: Text
    /// The link's text; nil if there is none.
    package let text: Text?
    /// The element's `title` attribute.
    package let title: Text?
    /// The tokens of the element's `rel` attribute in lower case, separated by single spaces.
    package let rel: Text?
    /// The media type in the element's `type` attribute.
    package let type: Text?
    /// The element's `hreflang` attribute.
    package let hreflang: Text?
    /// The element's `download` attribute.
    package let download: Text?
    /// The line of the tag, starting from 1; 0 if it is unknown.
    package let line: Int
    /// The column of the tag in Unicode scalars, starting from 1; 0 if it is unknown.
    package let column: Int
    /// The offset of the tag in the bytes as received.
    package let byte: Int
    /// The name of the page's origin.
    package let source: Text
    /// The name of the web archive that contains the page; nil outside of archives.
    package let archive: Text?
    /// The offset of the page's record in the archive in bytes; 0 outside of archives.
    package let recordOffset: Int

    /// The total length of all texts in bytes.
    package let byteCount: Int
}

extension LinkBytes {
    /// Creates a link whose other properties are not read.
    fileprivate init(url: Text?, source: Text) {
        let none = Text(start: nil, count: 0)
        self.init(
            url: url, raw: none, element: none, attribute: none, kind: none, text: nil, title: nil, rel: nil, type: nil,
            hreflang: nil, download: nil, line: 0, column: 0, byte: 0, source: source, archive: nil, recordOffset: 0,
            byteCount: 0)
    }
}

extension HarvestedLink {
    /// Calls a closure with the link's properties as bytes.
    ///
    /// - Parameters:
    ///   - onlyAddresses: True if only `url` and `source` are read, so that nothing else is copied.
    ///   - body: Receives the bytes, which are valid only during the call.
    /// - Returns: The result of `body`.
    package func withBytes<Result>(
        onlyAddresses: Bool = false, _ body: (LinkBytes) throws -> Result
    ) rethrows -> Result {
        guard !onlyAddresses else { return try withAddresses(body) }
        var arena: [UInt8] = []
        arena.reserveCapacity(512)
        func add(_ text: String?) -> ArenaSpan {
            guard let text else { return .absent }
            let start = arena.count
            arena.append(contentsOf: text.utf8)
            return ArenaSpan(from: start, to: arena.count)
        }
        let url = add(url?.href)
        let raw = add(raw)
        let (element, attribute, kind) = (add(element), add(attribute), add(kind.rawValue))
        let (text, title) = (add(text), add(title))
        let rel = rel.isEmpty ? .absent : add(rel.joined(separator: " "))
        let (type, hreflang, download) = (add(type), add(hreflang), add(download))
        let source = add(source)
        let archive = add(position?.archive)
        return try arena.withUnsafeBufferPointer { arena in
            func bytes(_ span: ArenaSpan) -> LinkBytes.Text? {
                span.isAbsent ? nil : LinkBytes.Text(rebasing: arena[span.range])
            }
            let none = LinkBytes.Text(rebasing: arena[..<0])
            return try body(
                LinkBytes(
                    url: bytes(url), raw: bytes(raw) ?? none, element: bytes(element) ?? none,
                    attribute: bytes(attribute) ?? none, kind: bytes(kind) ?? none, text: bytes(text),
                    title: bytes(title), rel: bytes(rel), type: bytes(type), hreflang: bytes(hreflang),
                    download: bytes(download), line: line, column: column, byte: byte, source: bytes(source) ?? none,
                    archive: bytes(archive), recordOffset: position?.offset ?? 0,
                    byteCount: arena.count))
        }
    }

    private func withAddresses<Result>(_ body: (LinkBytes) throws -> Result) rethrows -> Result {
        var source = source
        guard var address = url?.href else {
            return try source.withUTF8 { try body(LinkBytes(url: nil, source: $0)) }
        }
        return try source.withUTF8 { source in
            try address.withUTF8 { try body(LinkBytes(url: $0, source: source)) }
        }
    }
}

/// The links of a batch as bytes, which are valid only in the closure of ``LinkBatch/withBytes(onlyAddresses:_:)``.
package struct LinkBatchBytes {
    fileprivate let records: UnsafeBufferPointer<LinkRecord>
    fileprivate let arena: LinkBytes.Text
    fileprivate let addresses: LinkBytes.Text
    fileprivate let names: LinkBytes.Text
    fileprivate let spans: LinkNames
    fileprivate let source: LinkBytes.Text
    fileprivate let archive: LinkBytes.Text?
    fileprivate let recordOffset: Int
    fileprivate let hasOnlyAddresses: Bool

    /// The number of links.
    package var count: Int { records.count }

    /// Returns the properties of a link.
    package subscript(index: Int) -> LinkBytes {
        let record = records[index]
        let url = record.url.isAbsent ? nil : LinkBytes.Text(rebasing: addresses[record.url.range])
        guard !hasOnlyAddresses else { return LinkBytes(url: url, source: source) }
        let context = record.context
        let element = text(context.elementName) ?? name(spans.elements[context.elementIndex])
        let attribute = self.attribute(of: record)
        let kind = name(spans.kinds[record.kind.number])
        return LinkBytes(
            url: url, raw: text(record.raw) ?? name(.none), element: element, attribute: attribute,
            kind: kind, text: text(context.text), title: text(context.title), rel: text(context.relations),
            type: text(context.type), hreflang: text(context.language), download: text(context.download),
            line: context.position.line, column: context.position.column, byte: context.position.byte, source: source,
            archive: archive, recordOffset: recordOffset,
            byteCount: record.byteCount + element.count + attribute.count + kind.count + source.count
                + (archive?.count ?? 0))
    }

    private func attribute(of record: LinkRecord) -> LinkBytes.Text {
        switch record.attribute {
        case LinkRecord.contentAttribute: name(spans.content)
        case LinkRecord.otherAttribute: text(record.attributeName) ?? name(.none)
        default: name(spans.attributes[Int(record.attribute)])
        }
    }

    private func text(_ span: ArenaSpan) -> LinkBytes.Text? {
        span.isAbsent ? nil : LinkBytes.Text(rebasing: arena[span.range])
    }

    private func name(_ span: ArenaSpan) -> LinkBytes.Text { LinkBytes.Text(rebasing: names[span.range]) }
}

extension LinkBatch {
    /// Calls a closure with the bytes of all links.
    ///
    /// - Parameters:
    ///   - onlyAddresses: True if only `url` and `source` are read, so that the other texts need no check.
    ///   - body: Receives the bytes, in valid UTF-8.
    /// - Returns: The result of `body`.
    package func withBytes<Result>(
        onlyAddresses: Bool = false, _ body: (LinkBatchBytes) throws -> Result
    ) rethrows -> Result {
        let batch = onlyAddresses ? self : repaired()
        let names = LinkNames.all
        var source = source
        var archive = position?.archive ?? ""
        return try source.withUTF8 { source in
            try archive.withUTF8 { archive in
                try batch.arena.withUnsafeBufferPointer { arena in
                    try batch.addresses.withUnsafeBufferPointer { addresses in
                        try names.bytes.withUnsafeBufferPointer { nameBytes in
                            try batch.records.withUnsafeBufferPointer { records in
                                try body(
                                    LinkBatchBytes(
                                        records: records, arena: arena, addresses: addresses, names: nameBytes,
                                        spans: names, source: source, archive: position.map { _ in archive },
                                        recordOffset: position?.offset ?? 0, hasOnlyAddresses: onlyAddresses))
                            }
                        }
                    }
                }
            }
        }
    }

    /// Returns the batch with valid UTF-8 in place of invalid bytes, which documents may contain.
    private func repaired() -> LinkBatch {
        let isValid = arena.withUnsafeBufferPointer { arena in
            guard let start = arena.baseAddress else { return true }
            if leftoff_is_ascii(start, arena.count) { return true }
            // If the whole arena is valid, a text in it is valid unless it begins or ends within a character.
            return leftoff_is_utf8(start, arena.count)
                && records.allSatisfy { $0.textsSatisfy { Self.isWhole($0, in: arena) } }
        }
        if isValid { return self }
        var batch = self
        // The records of a tag share texts.
        var known: [UInt64: ArenaSpan] = [:]
        for index in records.indices {
            var record = records[index]
            record.changeTexts { span in
                let key = UInt64(span.start) << 32 | UInt64(span.count)
                if let repaired = known[key] { return repaired }
                let repaired = batch.repair(span)
                known[key] = repaired
                return repaired
            }
            batch.records[index] = record
        }
        return batch
    }

    private static func isWhole(_ span: ArenaSpan, in arena: UnsafeBufferPointer<UInt8>) -> Bool {
        guard !span.isAbsent, span.count > 0 else { return true }
        func isContinuation(_ index: Int) -> Bool { index < arena.count && arena[index] & 0xC0 == 0x80 }
        return !isContinuation(span.range.lowerBound) && !isContinuation(span.range.upperBound)
    }

    private mutating func repair(_ span: ArenaSpan) -> ArenaSpan {
        guard !span.isAbsent else { return span }
        let isValid = arena.withUnsafeBufferPointer { arena in
            arena.baseAddress.map { leftoff_is_utf8($0 + Int(span.start), Int(span.count)) } ?? true
        }
        return isValid ? span : add(Array(String(decoding: arena[span.range], as: UTF8.self).utf8))
    }
}

/// The names of elements, attributes and kinds in one block of memory.
struct LinkNames: Sendable {
    /// All names.
    static let all = LinkNames()

    private(set) var bytes: [UInt8] = []
    /// The names of the elements, in the order of `ElementName`'s cases.
    private(set) var elements: [ArenaSpan] = []
    /// The names of the attributes, by their numbers in the ``TagInterest`` of ``RuleIndex``.
    private(set) var attributes: [ArenaSpan] = []
    /// The names of the kinds, by their numbers.
    private(set) var kinds = [ArenaSpan](repeating: .none, count: 256)
    /// The name that stands for the content of an element.
    private(set) var content = ArenaSpan.none

    private init() {
        elements = ElementName.allCases.map { add($0.rawValue) }
        attributes = RuleIndex.interest.attributes.map { add($0) }
        for kind in LinkKind.allCases { kinds[kind.number] = add(kind.rawValue) }
        content = add(LinkRule.content)
    }

    private mutating func add(_ name: String) -> ArenaSpan {
        let start = bytes.count
        bytes.append(contentsOf: name.utf8)
        return ArenaSpan(from: start, to: bytes.count)
    }
}

extension LinkKind {
    /// A number from 0 to 255 that is different for each kind.
    fileprivate var number: Int { withUnsafeBytes(of: self) { Int($0[0]) } }
}

extension ArenaSpan {
    /// The span of an empty text.
    fileprivate static let none = ArenaSpan(start: 0, count: 0)
}
