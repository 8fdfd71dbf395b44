import Markup
package import WHATWGURL

/// Links that were found one after the other, kept in two blocks of memory whatever their number.
package struct LinkBatch: Sendable {
    /// Where the page came from, as the caller named it.
    package let source: String
    /// The number of the page in the archive that holds it, from 0; nil for a page that is in none.
    package let record: Int?
    /// The texts.
    var arena: [UInt8] = []
    /// The resolved addresses.
    var addresses: [UInt8] = []
    var records: [LinkRecord] = []

    init(source: String, record: Int? = nil) {
        self.source = source
        self.record = record
        // What most pages need, so that they grow rarely.
        arena.reserveCapacity(1 << 14)
        records.reserveCapacity(128)
    }

    /// Begins the batch that comes after another of the same page.
    init(following batch: LinkBatch) { self.init(source: batch.source, record: batch.record) }

    private init(source: String, record: Int?, arena: [UInt8]) {
        self.source = source
        self.record = record
        self.arena = arena
    }

    /// Makes a batch of links that are known already.
    ///
    /// - Parameters:
    ///   - links: The links.
    ///   - source: Where their page came from.
    package init(_ links: [HarvestedLink], source: String) {
        self.init(source: source)
        for link in links { add(link) }
    }

    /// How many links there are.
    package var count: Int { records.count }

    /// Reads the bytes of a link's resolved address.
    ///
    /// - Parameters:
    ///   - index: The link's index.
    ///   - body: Takes the bytes, which are ASCII; nil for a value that is no address.
    /// - Returns: What `body` returned.
    package func withAddress<Result>(
        at index: Int, _ body: (UnsafeBufferPointer<UInt8>?) throws -> Result
    ) rethrows -> Result {
        let span = records[index].url
        guard !span.isAbsent else { return try body(nil) }
        return try addresses.withUnsafeBufferPointer { try body(UnsafeBufferPointer(rebasing: $0[span.range])) }
    }

    /// What a link is for.
    ///
    /// - Parameter index: The link's index.
    /// - Returns: Its kind.
    package func kind(at index: Int) -> LinkKind { records[index].kind }

    /// The resolved address of a link.
    ///
    /// - Parameter index: The link's index.
    /// - Returns: The address; nil for a value that is none.
    package func url(at index: Int) -> WebURL? { address(records[index].url).flatMap { WebURL($0) } }

    /// A link with all that is known about it.
    ///
    /// - Parameter index: Its index.
    package subscript(index: Int) -> HarvestedLink {
        let record = records[index]
        let context = record.context
        var link = HarvestedLink(
            url: address(record.url).flatMap { WebURL($0) }, raw: string(record.raw) ?? "",
            element: string(context.elementName) ?? ElementName.allCases[context.elementIndex].rawValue,
            attribute: attributeName(record), kind: record.kind, text: string(context.text),
            title: string(context.title), rel: ASCII.tokens(ASCII.lowercase(string(context.relations) ?? "")),
            type: string(context.type), hreflang: string(context.language), download: string(context.download),
            line: context.position.line, column: context.position.column, byte: context.position.byte, source: source,
            isTooLong: record.isTooLong)
        link.isOutOfScope = record.isOutOfScope
        return link
    }

    /// All links with all that is known about them.
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

    /// Forgets the address of a record whose address came last.
    mutating func dropLastAddress(of index: Int) {
        let url = records[index].url
        guard !url.isAbsent, Int(url.start) + Int(url.count) == addresses.count else { return }
        addresses.removeLast(Int(url.count))
    }

    /// Takes the first records out, with their addresses; the texts are shared.
    ///
    /// The records keep their places, so that a loop over them goes on.
    ///
    /// - Parameter count: How many.
    /// - Returns: A batch of them.
    mutating func takeFirst(_ count: Int) -> LinkBatch {
        var part = LinkBatch(source: source, record: record, arena: arena)
        part.records.append(contentsOf: records[..<count])
        swap(&part.addresses, &addresses)
        return part
    }

    /// Adds bytes to the arena.
    mutating func add(_ bytes: UnsafeBufferPointer<UInt8>) -> ArenaSpan {
        let start = arena.count
        arena.append(contentsOf: bytes)
        return span(from: start)
    }

    /// Adds bytes to the arena.
    mutating func add(_ bytes: some Sequence<UInt8>) -> ArenaSpan {
        let start = arena.count
        arena.append(contentsOf: bytes)
        return span(from: start)
    }

    /// Adds a link that is known already, as the readers of documents other than HTML find them.
    mutating func add(_ link: HarvestedLink) {
        var context = TagContext(
            elementIndex: 0, position: SourcePosition(line: link.line, column: link.column, byte: link.byte))
        context.elementName = add(field: link.element)
        context.text = add(field: link.text)
        context.title = add(field: link.title)
        context.relations = link.rel.isEmpty ? .absent : add(field: link.rel.joined(separator: " "))
        context.type = add(field: link.type)
        context.language = add(field: link.hreflang)
        context.download = add(field: link.download)
        var record = LinkRecord(
            raw: add(link.raw, limit: LinkLimits.addressByteCount), context: context,
            attributeName: add(field: link.attribute), document: 0,
            attribute: LinkRecord.otherAttribute, kind: link.kind, resolution: .done)
        record.isOutOfScope = link.isOutOfScope
        record.isTooLong = link.isTooLong || link.raw.utf8.count > LinkLimits.addressByteCount
        if let url = link.url {
            if url.href.utf8.count <= LinkLimits.addressByteCount {
                let start = addresses.count
                addresses.append(contentsOf: url.href.utf8)
                record.url = ArenaSpan(from: start, to: addresses.count)
            } else {
                record.isTooLong = true
            }
        }
        records.append(record)
    }

    /// Adds a text to the arena, cut to what is kept of what an element says.
    mutating func add(field text: String?) -> ArenaSpan {
        text.map { add($0, limit: LinkLimits.fieldByteCount) } ?? .absent
    }

    private mutating func add(_ text: String, limit: Int) -> ArenaSpan {
        var text = text
        return text.withUTF8 { add(Self.cut($0, to: limit)) }
    }

    /// The beginning of a text, not longer than a limit, whole characters only.
    static func cut(_ text: UnsafeBufferPointer<UInt8>, to limit: Int) -> UnsafeBufferPointer<UInt8> {
        guard text.count > limit else { return text }
        var end = limit
        while end > 0, text[end] & 0xC0 == 0x80 { end -= 1 }
        return UnsafeBufferPointer(rebasing: text[..<end])
    }

    /// Adds an attribute's value to the arena, its character references replaced, cut to what is kept of it.
    mutating func add(value: UnsafeBufferPointer<UInt8>?) -> ArenaSpan {
        guard var value else { return .absent }
        if value.count > LinkLimits.fieldByteCount { value = Self.cut(value, to: LinkLimits.fieldByteCount) }
        guard CharacterReferences.needsWork(value) else { return add(value) }
        let start = arena.count
        CharacterReferences.decode(value, inAttribute: true, into: &arena)
        return span(from: start)
    }

    /// The bytes of the arena from an offset on.
    func span(from start: Int) -> ArenaSpan { ArenaSpan(from: start, to: arena.count) }
}
