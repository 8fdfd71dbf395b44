import Markup

/// A range of bytes in a batch's arena; `absent` represents nil.
struct ArenaSpan {
    var start: UInt32
    var count: UInt32

    static let absent = ArenaSpan(start: 0, count: .max)

    init(start: UInt32, count: UInt32) {
        self.start = start
        self.count = count
    }

    /// The span between two offsets; absent beyond 4 GiB, which the limits of batches rule out.
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

/// A link in a batch, stored without a memory block for each of its texts.
struct LinkRecord {
    /// The attribute of URLs in the content of a `style` element.
    static let contentAttribute: UInt8 = 254
    /// An attribute without a rule; its name is in `attributeName`.
    static let otherAttribute: UInt8 = 255

    /// The range of the resolved URL in the batch's URLs.
    var url = ArenaSpan.absent
    var raw: ArenaSpan
    /// The facts that the tag states about its links.
    var context: TagContext
    var attributeName = ArenaSpan.absent
    /// The index of the document: 0 for the page, others for `srcdoc`.
    var document: UInt32
    /// The number of the attribute in the rules' interest.
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
}
