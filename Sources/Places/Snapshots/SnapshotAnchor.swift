import Syntax
package import WHATWGURL

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
    var reach: QuoteBlockExtent?
    /// A CSS selector of the text's block, within the last host or frame of ``path``.
    package var selector: String?
    /// The selectors of the shadow hosts and frames that contain the block, outermost first.
    package var path: [String]
    /// The bounding rectangle of the block.
    package var rect: SnapshotRect?
    /// The offset of the character at the reading line from the start of the quote, in UTF-16 units.
    package var characterOffset: Int?
    /// The distance from the left edge of the scroller to that character, in CSS px.
    var offsetX: Double?
    /// The distance from the visible top of the scroller to the top of that character's line, in CSS px.
    package var offsetY: Double?
    /// The distance from the scroller's block-start edge to that character's line, in CSS px; nil if that edge is the
    /// top.
    var offsetFromStart: Double?
    /// The number of times that the quote occurs on the page; nil if not counted.
    package var occurrences: Int?
    /// The index of this occurrence among ``occurrences``, from 0; nil if not counted.
    package var ordinal: Int?
    /// The similarity hash of the text of the whole block, as 16 hexadecimal digits.
    package var hash: String?
    /// The height of the reading line's box, in CSS px.
    var lineHeight: Double?
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

extension TextQuote {
    /// Creates a quote from a member of a snapshot; nil if it has no `exact`.
    init?(_ json: JSONValue?) {
        guard let exact = json?["exact"]?.string else { return nil }
        self.init(exact: exact, prefix: json?["prefix"]?.string ?? "", suffix: json?["suffix"]?.string ?? "")
    }
}

extension QuoteBlockExtent {
    /// Creates an extent from a member of a snapshot; nil unless it is complete.
    init?(_ json: JSONValue?) {
        guard let before = json?["before"]?.integer, let exact = json?["exact"]?.integer,
            let after = json?["after"]?.integer
        else { return nil }
        self.init(before: before, exact: exact, after: after)
    }
}

/// The picture at the reading line of a view without text.
package struct SnapshotImage: Sendable, Hashable {
    /// The URL as captured; empty if it was too long or a `data:` URL.
    package var source: String
    /// The alternative text, or the empty string if there is none.
    var alternative: String

    /// Creates a picture from a member of a snapshot; nil if there is none.
    init?(_ json: JSONValue?) {
        guard let json, json.object != nil else { return nil }
        source = json["src"]?.string ?? ""
        alternative = json["alt"]?.string ?? ""
    }
}

/// A rectangle in CSS px, relative to the layout viewport.
package struct SnapshotRect: Sendable, Hashable {
    /// The left edge.
    package var x: Double
    /// The top edge.
    package var y: Double
    /// The width.
    package var width: Double
    /// The height.
    package var height: Double

    /// Creates a rectangle from a member of a snapshot; nil unless it is complete.
    init?(_ json: JSONValue?) {
        guard let json, let x = json["x"]?.number, let y = json["y"]?.number, let width = json["width"]?.number,
            let height = json["height"]?.number
        else { return nil }
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }
}

/// The state of a scroll container at capture; lengths are in CSS px.
package struct SnapshotScroller: Sendable, Hashable {
    /// The selectors through shadow hosts and frames to the container; empty for the window.
    package var path: [String]
    /// The scroll offset from the left; negative in right-to-left text.
    package var x: Double
    /// The scroll offset from the top.
    package var y: Double
    /// The fraction of the scrollable width, 0 to 1.
    private var fractionX: Double?
    /// The fraction of the scrollable height, 0 to 1.
    var fractionY: Double?
    /// The bounding rectangle of the container; nil for the window.
    var rect: SnapshotRect?

    /// Creates a scroller from a member of a validated snapshot.
    init(_ json: JSONValue) {
        path = json["path"]?.array?.compactMap(\.string) ?? []
        x = json["x"]?.number ?? 0
        y = json["y"]?.number ?? 0
        fractionX = json["fractionX"]?.number
        fractionY = json["fractionY"]?.number
        rect = SnapshotRect(json["rect"])
    }
}

/// A link that was in view at capture.
package struct SnapshotLink: Sendable, Hashable {
    /// The absolute URL.
    package var url: WebURL
    /// The URL as captured, possibly relative.
    package var raw: String
    /// The link's text, or the empty string if it has none.
    package var text: String
    /// The bounding rectangle of the link.
    var rect: SnapshotRect?

    /// Creates a link from a member of a validated snapshot; nil unless its URL is http, https or file.
    ///
    /// - Parameters:
    ///   - json: An element of the snapshot's `links`.
    ///   - base: The URL against which a relative URL is resolved.
    init?(_ json: JSONValue, base: WebURL) {
        guard let raw = json["url"]?.string, let url = WebURL(raw, base: base), url.isHTTP || url.scheme == "file"
        else {
            return nil
        }
        self.url = url
        self.raw = raw
        text = json["text"]?.string ?? ""
        rect = SnapshotRect(json["rect"])
    }
}
