import JSON
package import TextDirectives

/// A text or a picture near the reading line, to which a place is attached.
package struct SnapshotAnchor: Sendable, Hashable {
    /// The anchor's position in the view.
    ///
    /// `primary` is at the reading line, `above` and `below` are next to it, and `middle` is at the middle of the view.
    /// Later versions may add roles.
    package var role: String
    /// The text with the words before and after it.
    package var quote: TextQuote?
    /// The picture at the reading line, if no text is in view.
    package var image: SnapshotImage?
    /// The extent of the block at each end of the quote; nil if the capture did not record it.
    package var reach: QuoteBlockExtent?
    /// A CSS selector of the text's block, within the last host or frame of ``path``.
    package var selector: String?
    /// The selectors of the shadow hosts and frames that contain the block, outermost first.
    package var path: [String]
    /// The bounding rectangle of the block.
    package var rect: SnapshotRect?
    /// The offset of the character at the reading line from the start of the quote, in UTF-16 units.
    package var characterOffset: Int?
    /// The distance from the left edge of the scroller to that character, in CSS px.
    package var offsetX: Double?
    /// The distance from the visible top of the scroller to the top of that character's line, in CSS px.
    package var offsetY: Double?
    /// The distance from the scroller's block-start edge to that character's line, in CSS px; nil if that edge is the
    /// top.
    package var offsetFromStart: Double?
    /// The number of times that the quote occurs on the page; nil if not counted.
    package var occurrences: Int?
    /// The index of this occurrence among ``occurrences``, from 0; nil if not counted.
    package var ordinal: Int?
    /// The similarity hash of the text of the whole block, as 16 hexadecimal digits.
    package var hash: String?
    /// The height of the reading line's box, in CSS px.
    package var lineHeight: Double?
    /// The offset of the quote in the page's text, in UTF-16 units; recorded only by tools other than Leftoff.
    package var position: Int?
    /// The index of the anchor's scroller in ``PageSnapshot/scrollers``.
    package var scroller: Int?

    /// Creates an anchor from a member of a validated snapshot.
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
