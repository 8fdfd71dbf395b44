import JSON
package import TextDirectives

/// A piece of text near the reader's eye.
package struct SnapshotAnchor: Sendable, Hashable {
    /// `primary` stands at the reading line, `above` and `below` around it, `middle` at the middle of the view; other roles
    /// may come.
    package var role: String
    /// The text with its context.
    package var quote: TextQuote?
    /// The picture at the reading line, where no text is in view.
    package var image: SnapshotImage?
    /// How much of the quote stands in one block each; nil where the capture did not tell.
    package var reach: QuoteBlockExtent?
    /// A CSS selector of the text's block, within the last host or frame of ``path``.
    package var selector: String?
    /// Selectors of the shadow hosts and frames around it, outer to inner.
    package var path: [String]
    /// Where the block was.
    package var rect: SnapshotRect?
    /// The character at the reading line, in UTF-16 units from the start of the quote.
    package var characterOffset: Int?
    /// CSS px from the left edge of its scroller to that character.
    package var offsetX: Double?
    /// CSS px from the visible top of its scroller to the top of that character's line.
    package var offsetY: Double?
    /// CSS px from its scroller's edge at which blocks start; nil where that is the top.
    package var offsetFromStart: Double?
    /// How often the quote occurs on the page; nil where that was not counted.
    package var occurrences: Int?
    /// Which of the ``occurrences`` this is, from 0; nil where that was not counted.
    package var ordinal: Int?
    /// The similarity hash of the whole block's text: 16 hexadecimal digits.
    package var hash: String?
    /// The height of the reading line's box, in CSS px.
    package var lineHeight: Double?
    /// Where the quote starts in the page's text, in UTF-16 units; only tools other than Leftoff say so.
    package var position: Int?
    /// The index of its scroller among ``PageSnapshot/scrollers``.
    package var scroller: Int?

    /// Reads an anchor of a validated snapshot.
    init(_ json: JSONValue) {
        role = json["role"]?.string ?? ""
        quote = TextQuote(json["quote"])
        image = SnapshotImage(json["image"])
        reach = QuoteBlockExtent(json["reach"])
        selector = json["selector"]?.string
        path = json["path"]?.array?.compactMap(\.string) ?? []
        rect = SnapshotRect(json["rect"])
        characterOffset = json["offset"]?["character"]?.integer
        offsetX = json["offset"]?["x"]?.number
        offsetY = json["offset"]?["y"]?.number
        offsetFromStart = json["offset"]?["start"]?.number
        occurrences = json["occurrences"]?.integer
        ordinal = json["ordinal"]?.integer
        hash = json["hash"]?.string
        lineHeight = json["line"]?.number
        position = json["position"]?.integer
        scroller = json["scroller"]?.integer
    }
}
