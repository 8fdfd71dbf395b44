import Markup
package import WHATWGURL

/// Consecutive links of a document, stored in two blocks of memory.
package struct LinkBatch: Sendable {
    /// The name of the page's origin, as given by the caller.
    package let source: String
    /// The position of the page's record in a web archive; nil outside of archives.
    package let position: ArchivePosition?
    /// The texts of the links.
    var arena: [UInt8] = []
    /// The resolved URLs.
    var addresses: [UInt8] = []
    var records: [LinkRecord] = []

    init(source: String, position: ArchivePosition? = nil) {
        self.source = source
        self.position = position
        // Sufficient for most pages, so that the blocks are rarely reallocated.
        arena.reserveCapacity(1 << 14)
        records.reserveCapacity(128)
    }

    /// Creates the batch that follows another one of the same page.
    init(following batch: LinkBatch) { self.init(source: batch.source, position: batch.position) }

    private init(source: String, position: ArchivePosition?, arena: [UInt8]) {
        self.source = source
        self.position = position
        self.arena = arena
    }

    /// The number of links.
    package var count: Int { records.count }

    /// Returns the kind of a link.
    package func kind(at index: Int) -> LinkKind { records[index].kind }

    /// Returns the resolved URL of a link; nil for a value that is not a valid URL.
    package func url(at index: Int) -> WebURL? { address(records[index].url).flatMap { WebURL($0) } }

    /// Returns a link with all its properties.
    ///
    /// - Parameter index: The index of the link.
    package subscript(index: Int) -> HarvestedLink {
        let record = records[index]
        let context = record.context
        var link = HarvestedLink(
            url: address(record.url).flatMap { WebURL($0) }, raw: string(record.raw) ?? "",
            element: string(context.elementName) ?? ElementName.allCases[context.elementIndex].rawValue,
            attribute: attributeName(record), kind: record.kind, source: source)
        link.text = string(context.text)
        link.title = string(context.title)
        link.rel = ASCII.tokens(string(context.relations) ?? "")
        link.type = string(context.type)
        link.hreflang = string(context.language)
        link.download = string(context.download)
        link.line = context.position.line
        link.column = context.position.column
        link.byte = context.position.byte
        link.usesGET = record.kind != .form || context.usesGET
        link.isTooLong = record.isTooLong
        link.isOutOfScope = record.isOutOfScope
        link.position = position
        return link
    }

    /// The links with all their properties.
    package var links: [HarvestedLink] { records.indices.map { self[$0] } }

    private func attributeName(_ record: LinkRecord) -> String {
        switch record.attribute {
        case LinkRecord.contentAttribute: LinkRule.content
        case LinkRecord.otherAttribute: string(record.attributeName) ?? ""
        default: RuleIndex.interest.name(of: Int(record.attribute))
        }
    }

    private func string(_ span: ArenaSpan) -> String? {
        span.isAbsent ? nil : String(decoding: arena[span.range], as: UTF8.self)
    }

    private func address(_ span: ArenaSpan) -> String? {
        span.isAbsent ? nil : String(decoding: addresses[span.range], as: UTF8.self)
    }

    /// Removes the URL of a record, which must be the last URL of the batch.
    mutating func dropLastAddress(of index: Int) {
        let url = records[index].url
        guard !url.isAbsent, Int(url.start) + Int(url.count) == addresses.count else { return }
        addresses.removeLast(Int(url.count))
    }

    /// Returns a batch of the first records, and moves all resolved URLs into it.
    ///
    /// The records also stay in this batch, so that a loop over them can continue.
    ///
    /// - Parameter count: The number of records.
    /// - Returns: The batch, which shares the texts of this one.
    mutating func removeFirst(_ count: Int) -> LinkBatch {
        var part = LinkBatch(source: source, position: position, arena: arena)
        part.records.append(contentsOf: records[..<count])
        swap(&part.addresses, &addresses)
        return part
    }

    /// Appends bytes to the arena.
    mutating func add(_ bytes: UnsafeBufferPointer<UInt8>) -> ArenaSpan {
        let start = arena.count
        arena.append(contentsOf: bytes)
        return span(from: start)
    }

    /// Appends bytes to the arena.
    mutating func add(_ bytes: some Sequence<UInt8>) -> ArenaSpan {
        let start = arena.count
        arena.append(contentsOf: bytes)
        return span(from: start)
    }

    /// Appends a link of a document other than HTML.
    ///
    /// - Parameters:
    ///   - value: The value as written in the document.
    ///   - link: The properties of the link.
    ///   - document: The index of its base among the document's bases; nil if only absolute URLs are valid.
    ///   - isOutOfScope: True if the link is outside of the selected elements.
    mutating func add(
        _ value: UnsafeBufferPointer<UInt8>, _ link: DocumentLink, document: Int?, isOutOfScope: Bool
    ) {
        var context = TagContext(elementIndex: 0, position: link.position)
        context.elementName = add(field: link.element)
        context.text = add(field: link.text)
        context.title = add(field: link.title)
        context.relations = lowercaseTokens(add(field: link.relations))
        context.type = add(field: link.type)
        context.language = add(field: link.language)
        let resolution: AddressResolution =
            if link.lacksScheme { .host } else if document == nil { .absolute } else { .utf8Query }
        records.append(
            LinkRecord(
                raw: add(Self.cut(value, to: LinkLimits.addressByteCount)), context: context,
                attributeName: add(field: link.attribute), document: UInt32(truncatingIfNeeded: document ?? 0),
                attribute: LinkRecord.otherAttribute, kind: link.kind,
                isTooLong: value.count > LinkLimits.addressByteCount, isOutOfScope: isOutOfScope,
                resolution: resolution))
    }

    /// Appends the text of a field to the arena, truncated to ``LinkLimits/fieldByteCount``.
    mutating func add(field text: String?) -> ArenaSpan {
        guard var text else { return .absent }
        return text.withUTF8 { add(Self.cut($0, to: LinkLimits.fieldByteCount)) }
    }

    /// Returns the start of a text, up to a limit that does not split a character.
    static func cut(_ text: UnsafeBufferPointer<UInt8>, to limit: Int) -> UnsafeBufferPointer<UInt8> {
        guard text.count > limit else { return text }
        var end = limit
        while end > 0, text[end] & 0xC0 == 0x80 { end -= 1 }
        return UnsafeBufferPointer(rebasing: text[..<end])
    }

    /// Appends an attribute's value to the arena, decoded and truncated to its limit.
    mutating func add(value: UnsafeBufferPointer<UInt8>?) -> ArenaSpan {
        guard var value else { return .absent }
        if value.count > LinkLimits.fieldByteCount { value = Self.cut(value, to: LinkLimits.fieldByteCount) }
        guard CharacterReferences.needsWork(value) else { return add(value) }
        let start = arena.count
        CharacterReferences.decode(value, inAttribute: true, into: &arena)
        return span(from: start)
    }

    /// Converts the last text of the arena to its tokens in lower case, separated by single spaces.
    mutating func lowercaseTokens(_ last: ArenaSpan) -> ArenaSpan {
        guard !last.isAbsent else { return last }
        let start = Int(last.start)
        var end = start
        for index in last.range {
            let byte = arena[index]
            guard ASCII.isWhitespace(byte) else {
                arena[end] = ASCII.lowercase(byte)
                end += 1
                continue
            }
            if end > start, arena[end - 1] != 0x20 {
                arena[end] = 0x20
                end += 1
            }
        }
        if end > start, arena[end - 1] == 0x20 { end -= 1 }
        arena.removeLast(arena.count - end)
        return span(from: start)
    }

    /// Returns the span of the arena from an offset on.
    func span(from start: Int) -> ArenaSpan { ArenaSpan(from: start, to: arena.count) }
}
