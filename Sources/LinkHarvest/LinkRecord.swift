import Markup

/// Where bytes stand in a batch's arena; `absent` stands for nil.
struct ArenaSpan {
    var start: UInt32
    var count: UInt32

    static let absent = ArenaSpan(start: 0, count: .max)

    init(start: UInt32, count: UInt32) {
        self.start = start
        self.count = count
    }

    /// The span between two offsets; absent where they are beyond 4 GiB, which the limits of batches keep them from.
    @inline(__always)
    init(from start: Int, to end: Int) {
        if let first = UInt32(exactly: start), let count = UInt32(exactly: end - start) {
            self.init(start: first, count: count)
        } else {
            self = .absent
        }
    }

    var isAbsent: Bool { count == .max }

    /// How many bytes it is long; none if it is absent.
    var byteCount: Int { isAbsent ? 0 : Int(count) }

    var range: Range<Int> { Int(start)..<Int(start) + Int(count) }
}

/// A link as it is kept in a batch: without a memory block for each of its texts.
struct LinkRecord {
    /// The attribute of addresses in the content of a `style` element.
    static let contentAttribute: UInt8 = 254
    /// An attribute that is not in the rules; its name stands in `attributeName`.
    static let otherAttribute: UInt8 = 255

    /// The address among the batch's addresses, when it is resolved.
    var url = ArenaSpan.absent
    var raw: ArenaSpan
    /// What the tag says about its links.
    var context: TagContext
    var attributeName = ArenaSpan.absent
    /// The index of the document it stands in: 0 for the page, others for `srcdoc`.
    var document: UInt32
    /// The attribute's number in the rules' interest.
    var attribute: UInt8
    var kind: LinkKind
    /// Whether the value or its address is longer than any address may be.
    var isTooLong = false
    /// Whether it stands outside of the elements that are wanted.
    var isOutOfScope = false
    var resolution: AddressResolution

    /// How much is handed on with the link, in bytes: its address, its value and its texts.
    var byteCount: Int {
        url.byteCount + raw.byteCount + context.text.byteCount + context.title.byteCount + context.relations.byteCount
            + context.type.byteCount + context.language.byteCount + context.download.byteCount
    }
}
