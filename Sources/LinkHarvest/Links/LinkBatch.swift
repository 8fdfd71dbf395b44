import Markup
import Syntax
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
        span.isAbsent ? nil : String(decoding: arena[span.range], as: UTF8.self).streamSafe
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
    private func span(from start: Int) -> ArenaSpan { ArenaSpan(from: start, to: arena.count) }
}

extension LinkBatch {
    /// The approximate memory size of the links in bytes.
    package var byteCount: Int {
        arena.count + addresses.count + records.count * MemoryLayout<LinkRecord>.stride
    }
}

/// A range of bytes in a batch's arena; `absent` represents nil.
struct ArenaSpan {
    var start: UInt32
    var count: UInt32

    static let absent = ArenaSpan(start: 0, count: .max)

    init(start: UInt32, count: UInt32) {
        self.start = start
        self.count = count
    }

    /// Creates the span between two offsets.
    ///
    /// It is absent if it exceeds 4 GiB, which the limits of batches rule out.
    @inline(__always)
    init(from start: Int, to end: Int) {
        if let first = UInt32(exactly: start), let count = UInt32(exactly: end - start) {
            self.init(start: first, count: count)
        } else {
            self = .absent
        }
    }

    var isAbsent: Bool { count == .max }

    /// The length in bytes; 0 if the span is absent.
    var byteCount: Int { isAbsent ? 0 : Int(count) }

    var range: Range<Int> { Int(start)..<Int(start) + Int(count) }
}

/// A link in a batch, which needs no separate memory for its texts.
struct LinkRecord {
    /// The number that stands for the content of a `style` element instead of an attribute.
    static let contentAttribute: UInt8 = 254
    /// The number of an attribute without a rule; its name is in `attributeName`.
    static let otherAttribute: UInt8 = 255

    /// The range of the resolved URL in ``LinkBatch/addresses``.
    var url = ArenaSpan.absent
    var raw: ArenaSpan
    /// The properties of the link that its tag determines.
    var context: TagContext
    var attributeName = ArenaSpan.absent
    /// The index of the document: 0 for the page, other numbers for `srcdoc`.
    var document: UInt32
    /// The number of the attribute in the ``TagInterest`` of ``RuleIndex``.
    var attribute: UInt8
    var kind: LinkKind
    /// True if the value or its URL exceeds the maximum length.
    var isTooLong = false
    /// True if the link is outside of the selected elements.
    var isOutOfScope = false
    var resolution: AddressResolution

    /// The size of the link in bytes: its URL, its value and its texts.
    var byteCount: Int {
        url.byteCount + raw.byteCount + context.text.byteCount + context.title.byteCount + context.relations.byteCount
            + context.type.byteCount + context.language.byteCount + context.download.byteCount
    }

    /// Returns true if all texts in the batch's arena meet a condition.
    func textsSatisfy(_ condition: (ArenaSpan) -> Bool) -> Bool {
        condition(raw) && condition(attributeName) && condition(context.elementName) && condition(context.text)
            && condition(context.title) && condition(context.relations) && condition(context.type)
            && condition(context.language) && condition(context.download)
    }

    /// Replaces each text in the batch's arena.
    mutating func changeTexts(_ change: (ArenaSpan) -> ArenaSpan) {
        raw = change(raw)
        attributeName = change(attributeName)
        context.changeTexts(change)
    }
}

/// The properties of links that their tag determines.
struct TagContext {
    /// The index of the element among `ElementName`'s cases.
    let elementIndex: Int
    let position: SourcePosition
    /// The name of an element that has no case in `ElementName`.
    var elementName = ArenaSpan.absent
    var text = ArenaSpan.absent
    var title = ArenaSpan.absent
    /// The tokens of `rel` in lower case, separated by single spaces.
    var relations = ArenaSpan.absent
    var type = ArenaSpan.absent
    var language = ArenaSpan.absent
    var download = ArenaSpan.absent
    /// False if the form of the tag is sent with another method than GET.
    var usesGET = true

    /// Creates a context that contains only a position.
    init(elementIndex: Int, position: SourcePosition) {
        self.elementIndex = elementIndex
        self.position = position
    }

    /// Creates the context of a tag.
    ///
    /// - Parameters:
    ///   - tag: The start tag.
    ///   - element: The tag's element; `img` for a misspelt `image`.
    ///   - elementIndex: The index of the element among `ElementName`'s cases.
    ///   - position: The position of the tag.
    ///   - describes: True to read all properties; false to read only those that determine the kinds of links.
    ///   - batch: Receives the texts.
    init(
        _ tag: StartTag, element: ElementName, elementIndex: Int, position: SourcePosition, describes: Bool,
        into batch: inout LinkBatch
    ) {
        self.elementIndex = elementIndex
        self.position = position
        if case .other = element { elementName = batch.add(field: tag.name) }
        guard tag.attributes & Self.numbers != 0 else { return }
        guard describes else {
            if case .link = element {
                relations = batch.lowercaseTokens(batch.add(value: tag.rawValue(of: AttributeNumber.relations)))
                type = batch.add(value: tag.rawValue(of: AttributeNumber.type))
            }
            return
        }
        title = batch.add(value: tag.rawValue(of: AttributeNumber.title))
        switch element {
        case .a:
            readLink(tag, into: &batch)
            type = batch.add(value: tag.rawValue(of: AttributeNumber.type))
        case .area, .link:
            readLink(tag, into: &batch)
            if case .link = element { type = batch.add(value: tag.rawValue(of: AttributeNumber.type)) }
        case .form: relations = batch.lowercaseTokens(batch.add(value: tag.rawValue(of: AttributeNumber.relations)))
        case .embed, .object, .param, .script, .source, .style:
            type = batch.add(value: tag.rawValue(of: AttributeNumber.type))
        default: break
        }
        switch element {
        case .area, .img, .input, .applet: text = Self.text(tag, AttributeNumber.alt, into: &batch)
        default: break
        }
        if text.isAbsent { text = Self.text(tag, AttributeNumber.label, into: &batch) }
        if text.isAbsent { text = Self.text(tag, AttributeNumber.title, into: &batch) }
    }

    /// Replaces each text in the batch's arena.
    mutating func changeTexts(_ change: (ArenaSpan) -> ArenaSpan) {
        elementName = change(elementName)
        text = change(text)
        title = change(title)
        relations = change(relations)
        type = change(type)
        language = change(language)
        download = change(download)
    }

    private mutating func readLink(_ tag: StartTag, into batch: inout LinkBatch) {
        relations = batch.lowercaseTokens(batch.add(value: tag.rawValue(of: AttributeNumber.relations)))
        language = batch.add(value: tag.rawValue(of: AttributeNumber.language))
        // Only links that a reader can follow can have the attribute `download`.
        if case .link = tag.element { return }
        download = batch.add(value: tag.rawValue(of: AttributeNumber.download))
    }

    private static func text(_ tag: StartTag, _ number: Int, into batch: inout LinkBatch) -> ArenaSpan {
        guard let value = tag.rawValue(of: number), !value.isEmpty else { return .absent }
        var text = LinkText()
        if CharacterReferences.needsWork(value) {
            text.append(CharacterReferences.decode(value, inAttribute: true))
        } else {
            text.append(value)
        }
        return text.add(to: &batch)
    }

    private static let numbers: UInt64 = [
        AttributeNumber.alt, AttributeNumber.label, AttributeNumber.title, AttributeNumber.relations,
        AttributeNumber.type, AttributeNumber.language, AttributeNumber.download,
    ].reduce(0) { $0 | 1 << UInt64($1) }
}

/// The way in which a URL is resolved.
enum AddressResolution {
    /// Against the document's base, with the query in the document's encoding.
    case document
    /// Against the document's base, with the query in UTF-8: URLs in CSS and in documents other than HTML.
    case utf8Query
    /// Not resolved: the URL must be absolute.
    case absolute
    /// Not resolved: the value starts with a host, and `http://` is inserted before it.
    case host
}
