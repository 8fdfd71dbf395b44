package import FoundationEssentials
import JSON
package import TextDirectives
import WHATWGURL

extension PageSnapshot {
    /// The horizontal scroll offset of the window, in CSS px.
    package var pageXOffset: Double? { json["pageXOffset"]?.number }
    /// The vertical scroll offset of the window, in CSS px.
    package var pageYOffset: Double? { json["pageYOffset"]?.number }
    /// The zoom of the source idea.
    package var pageScale: Double? { json["pageScale"]?.number }
    /// What the page's relative addresses are resolved against, as captured.
    package var baseURI: String? { json["baseURI"]?.string }
    /// The address that the page calls its own, as captured.
    package var canonical: String? { json["canonical"]?.string }
    /// The title, as captured.
    package var title: String? { json["title"]?.string }
    /// The language tag.
    package var lang: String? { json["lang"]?.string }
    /// The direction of text, `ltr` or `rtl`.
    package var dir: String? { json["dir"]?.string }
    /// The CSS writing mode.
    package var writingMode: String? { json["writingMode"]?.string }
    /// When the place was captured, by the browser's clock.
    package var capturedAt: Date? { json["capturedAt"]?.string.flatMap(RFC3339.date) }
    /// The height at the window's top that stuck elements cover, in CSS px.
    package var stickyTop: Double? { json["stickyTop"]?.number }
    /// The width of the layout viewport, in CSS px.
    package var viewportWidth: Double? { json["viewport"]?["width"]?.number }
    /// The height of the layout viewport, in CSS px.
    package var viewportHeight: Double? { json["viewport"]?["height"]?.number }
    /// The pinch zoom.
    package var visualScale: Double? { json["visualViewport"]?["scale"]?.number }

    /// How far the reader had come by height, 0 to 1.
    package var pixelProgress: Double? { json["progress"]?["px"]?.number }
    /// How far the reader had come by text, 0 to 1.
    package var textProgress: Double? { json["progress"]?["text"]?.number }
    /// How far the reader had come, 0 to 1: by text, which images and margins do not stretch, or by height where that is not known.
    package var progress: Double? { textProgress ?? pixelProgress }

    /// How long the page's text was, in UTF-16 units.
    package var textLength: Int? { json["progress"]?["length"]?.integer }
    /// What tells the page's text from that of another page, as the scripts wrote it.
    package var sketch: String? { json["sketch"]?.string }

    /// Every scrolled container, outer to inner, the window first.
    package var scrollers: [SnapshotScroller] { json["scrollers"]?.array?.map(SnapshotScroller.init) ?? [] }
    /// The texts around the reading line.
    package var anchors: [SnapshotAnchor] { json["anchors"]?.array?.map(SnapshotAnchor.init) ?? [] }
    /// The text at the reading line.
    package var primaryAnchor: SnapshotAnchor? { anchors.first { $0.role == "primary" } }
    /// The text at the middle of the view, to which browsers scroll a text fragment.
    package var middle: SnapshotAnchor? { json["middle"]?.object.map { SnapshotAnchor(.object($0)) } }
    /// What the reader had selected.
    package var selection: TextQuote? { TextQuote(json["selection"]) }

    /// The links in view whose address is of http, https or file, in captured order.
    package var links: [SnapshotLink] {
        let base = baseURI.flatMap { WebURL($0) } ?? url
        return json["links"]?.array?.compactMap { SnapshotLink($0, base: base) } ?? []
    }

    /// The texts by which the place can be looked up: the selection and the anchors' quotes, without repetition.
    package var quotes: [String] {
        var seen: Set<String> = []
        let texts = ([selection] + anchors.map(\.quote)).compactMap { $0?.exact }
        return texts.filter { !$0.isEmpty && seen.insert($0).inserted }
    }
}
