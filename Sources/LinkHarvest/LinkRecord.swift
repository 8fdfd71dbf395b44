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
        context.elementName = change(context.elementName)
        context.text = change(context.text)
        context.title = change(context.title)
        context.relations = change(context.relations)
        context.type = change(context.type)
        context.language = change(context.language)
        context.download = change(context.download)
    }
}
