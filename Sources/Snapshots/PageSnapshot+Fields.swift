package import FoundationEssentials
import JSON
package import TextDirectives
import Timestamps
import WHATWGURL

extension PageSnapshot {
    /// The horizontal scroll offset of the window, in CSS px.
    package var pageXOffset: Double? { json["pageXOffset"]?.number }
    /// The vertical scroll offset of the window, in CSS px.
    package var pageYOffset: Double? { json["pageYOffset"]?.number }
    /// The width of the page's body divided by the width of the window.
    package var pageScale: Double? { json["pageScale"]?.number }
    /// The base URL for the page's relative URLs, as captured.
    package var baseURI: String? { json["baseURI"]?.string }
    /// The canonical URL that the page declares, as captured.
    package var canonical: String? { json["canonical"]?.string }
    /// The title, as captured.
    package var title: String? { json["title"]?.string }
    /// The language tag.
    package var lang: String? { json["lang"]?.string }
    /// The direction of text, `ltr` or `rtl`.
    package var dir: String? { json["dir"]?.string }
    /// The CSS writing mode.
    package var writingMode: String? { json["writingMode"]?.string }
    /// The time of the capture by the browser's clock.
    package var capturedAt: Date? { json["capturedAt"]?.string.flatMap(RFC3339.date) }
    /// The height at the window's top that sticky elements cover, in CSS px.
    package var stickyTop: Double? { json["stickyTop"]?.number }
    /// The width of the layout viewport, in CSS px.
    package var viewportWidth: Double? { json["viewport"]?["width"]?.number }
    /// The height of the layout viewport, in CSS px.
    package var viewportHeight: Double? { json["viewport"]?["height"]?.number }
    /// The pinch-zoom factor.
    package var visualScale: Double? { json["visualViewport"]?["scale"]?.number }

    /// The reading progress by scroll offset, 0 to 1.
    package var pixelProgress: Double? { json["progress"]?["px"]?.number }
    /// The reading progress by text, 0 to 1.
    package var textProgress: Double? { json["progress"]?["text"]?.number }
    /// The reading progress, 0 to 1.
    ///
    /// It is measured by text, which images and margins do not distort, or by scroll offset if that is not known.
    package var progress: Double? { textProgress ?? pixelProgress }

    /// The length of the page's text, in UTF-16 units.
    package var textLength: Int? { json["progress"]?["length"]?.integer }
    /// The sketch of the page's text by which the scripts recognize a different page.
    package var sketch: String? { json["sketch"]?.string }

    /// The scrolled containers, outermost first, beginning with the window.
    package var scrollers: [SnapshotScroller] { json["scrollers"]?.array?.map(SnapshotScroller.init) ?? [] }
    /// The anchors around the reading line.
    package var anchors: [SnapshotAnchor] { json["anchors"]?.array?.map(SnapshotAnchor.init) ?? [] }
    /// The anchor at the reading line.
    package var primaryAnchor: SnapshotAnchor? { anchors.first { $0.role == "primary" } }
    /// The anchor at the middle of the view, to which browsers scroll a text fragment.
    package var middle: SnapshotAnchor? { json["middle"]?.object.map { SnapshotAnchor(.object($0)) } }
    /// The text that the reader had selected.
    package var selection: TextQuote? { TextQuote(json["selection"]) }

    /// The http, https and file links in view, in captured order.
    package var links: [SnapshotLink] {
        let base = baseURI.flatMap { WebURL($0) } ?? url
        return json["links"]?.array?.compactMap { SnapshotLink($0, base: base) } ?? []
    }

    /// The texts by which the place can be searched: the selection and the anchors' quotes, without duplicates.
    package var quotes: [String] {
        var seen: Set<String> = []
        let texts = ([selection] + anchors.map(\.quote)).compactMap { $0?.exact }
        return texts.filter { !$0.isEmpty && seen.insert($0).inserted }
    }

    /// Returns true if a snapshot with the same quotes quotes another passage of the page.
    ///
    /// Without the words before or after it, a quote may be of any passage. Programs store different numbers of them.
    ///
    /// - Parameter other: A snapshot of the same page.
    /// - Returns: False also if it is not known.
    package func quotesOtherPassage(than other: PageSnapshot) -> Bool {
        guard let one = primaryAnchor?.quote, let other = other.primaryAnchor?.quote else { return false }
        let hasSamePrefix = one.prefix.hasSuffix(other.prefix) || other.prefix.hasSuffix(one.prefix)
        let hasSameSuffix = one.suffix.hasPrefix(other.suffix) || other.suffix.hasPrefix(one.suffix)
        return !hasSamePrefix || !hasSameSuffix
    }

    /// The quote that represents the place in a table: the primary anchor's, or else the first of ``quotes``.
    package var highlight: String? { primaryAnchor?.quote?.exact ?? quotes.first }
}
