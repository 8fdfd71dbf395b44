package import FoundationEssentials
package import Syntax
package import WHATWGURL

/// A validated record of a place in a page, in the format of the capture script (schema 1).
///
/// Known keys have valid types, numbers are within their ``SnapshotRange``, and the URL is http, https or file. Unknown
/// keys are kept. The original four fields (`pageXOffset`, `pageYOffset`, `pageScale` and `baseURI`) form a valid
/// snapshot. A Web Annotation is converted: its selectors become the primary anchor.
///
/// ```swift
/// let json = #"{"url": "https://www.example.org/a?utm_source=mail", "title": "Foxes", "pageYOffset": 1200}"#
/// do throws(SnapshotError) {
///     let snapshot = try PageSnapshot(json: json.utf8)
///     print(snapshot.title ?? "Untitled")  // Foxes
///     print(snapshot.site)  // example.org
///     print(snapshot.pageKey)  // https://www.example.org/a
///     print(snapshot.pageYOffset ?? 0)  // 1200.0
/// } catch {
///     print(error.description)
/// }
/// ```
package struct PageSnapshot: Sendable, Hashable {
    /// The maximum size of a snapshot's JSON, in bytes.
    package static let maximumByteCount = 64 * 1024
    /// The maximum size of a snapshot's JSON in a backup, in bytes.
    ///
    /// A stored snapshot can be longer than the one that was captured: percent-encoding makes three bytes of one.
    package static let maximumBackupByteCount = 4 * maximumByteCount
    /// The schema version that this version of Leftoff writes, and the newest that it reads.
    static let currentSchema = 1
    /// The maximum nesting of a stored snapshot, of which the reader allows 64 levels in the original.
    private static let storedDepthLimit = 128

    /// The complete snapshot, migrated to the current schema; always an object.
    package let json: JSONValue
    /// The page's URL: `url`, or `baseURI` if there is no `url`.
    ///
    /// It contains no user name and no password.
    package let url: WebURL

    /// Parses a snapshot.
    ///
    /// - Parameter bytes: JSON text in UTF-8, with or without a byte order mark.
    /// - Throws: ``SnapshotError`` with the cause and the offending key.
    package init(json bytes: some Sequence<UInt8>) throws(SnapshotError) {
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(json: bytes, limit: Self.maximumByteCount)
        } catch {
            throw .unreadable(error)
        }
        try self.init(value: value)
    }

    /// Reads a snapshot that an archive has stored.
    ///
    /// Numbers out of range are moved into their ranges.
    ///
    /// The limits of ``init(json:)`` apply to the text that was accepted. What ``encoded()`` returned for it can be
    /// longer and nested more deeply, because of the migration, escapes and percent-encoding.
    ///
    /// - Parameter json: The JSON that ``encoded()`` has returned.
    /// - Throws: ``SnapshotError`` with the cause and the offending key.
    package init(stored json: String) throws(SnapshotError) {
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(json: Array(json.utf8), limit: .max, depthLimit: Self.storedDepthLimit)
        } catch {
            throw .unreadable(error)
        }
        try self.init(stored: value)
    }

    /// Reads a snapshot that an archive has stored, or another program has exported.
    ///
    /// Numbers out of range are moved into their ranges, so that one of them does not cost the place.
    ///
    /// - Parameter value: An object from the capture script, or a Web Annotation.
    /// - Throws: ``SnapshotError`` with the first invalid key.
    package init(stored value: JSONValue) throws(SnapshotError) {
        (json, url) = try SnapshotValidation.migrate(value, isNew: false)
    }

    /// Creates a snapshot from a JSON value.
    ///
    /// - Parameter value: An object from the capture script, or a Web Annotation.
    /// - Throws: ``SnapshotError`` with the first invalid key.
    package init(value: JSONValue) throws(SnapshotError) {
        (json, url) = try SnapshotValidation.migrate(value, isNew: true)
    }

    /// Creates a snapshot from a JSON value of a file.
    ///
    /// Numbers out of range are moved into their ranges, as in ``init(stored:)``.
    ///
    /// - Parameters:
    ///   - value: An object from the capture script, or a Web Annotation.
    ///   - limit: The maximum size of the snapshot's JSON, in bytes.
    /// - Throws: ``SnapshotError`` with the first invalid key, or if the snapshot is too large.
    package init(value: JSONValue, limit: Int) throws(SnapshotError) {
        try self.init(stored: value)
        let byteCount = encoded().count
        guard byteCount <= limit else { throw .unreadable(.tooLarge(byteCount: byteCount, limit: limit)) }
    }

    /// Returns the snapshot as JSON in UTF-8 with sorted keys and no white space, so that equal snapshots have equal
    /// bytes.
    package func encoded() -> [UInt8] { json.encoded() }

    /// The normalized URL under which the snapshots of one page are found: that of the original page.
    package var pageKey: String { PageKey.normalized(original ?? url) }

    /// The host of the original page in lower case, without `www.` and a final dot; empty for a file.
    package var site: String {
        var host = (original ?? url).hostname.lowercased()
        if host.hasSuffix(".") { host.removeLast() }
        return host.hasPrefix("www.") && host.utf8.count > 4 ? String(host.dropFirst(4)) : host
    }
}

extension PageSnapshot {
    /// The horizontal scroll offset of the window, in CSS px.
    package var pageXOffset: Double? { json["pageXOffset"]?.number }
    /// The vertical scroll offset of the window, in CSS px.
    package var pageYOffset: Double? { json["pageYOffset"]?.number }
    /// The base URL for the page's relative URLs, as captured.
    private var baseURI: String? { json["baseURI"]?.string }
    /// The canonical URL that the page declares, as captured.
    var canonical: String? { json["canonical"]?.string }
    /// The title, as captured.
    package var title: String? { json["title"]?.string }
    /// The language tag.
    package var lang: String? { json["lang"]?.string }
    /// The direction of text, `ltr` or `rtl`.
    package var dir: String? { json["dir"]?.string }
    /// The time of the capture by the browser's clock.
    package var capturedAt: Date? { json["capturedAt"]?.string.flatMap(RFC3339.date) }

    /// The reading progress by scroll offset, 0 to 1.
    package var pixelProgress: Double? { json["progress"]?["px"]?.number }
    /// The reading progress by text, 0 to 1.
    package var textProgress: Double? { json["progress"]?["text"]?.number }
    /// The reading progress, 0 to 1.
    ///
    /// It is measured by text, which images and margins do not distort, or by scroll offset if that is not known.
    package var progress: Double? { textProgress ?? pixelProgress }

    /// The sketch of the page's text by which the scripts recognize a different page.
    package var sketch: String? { json["sketch"]?.string }

    /// The scrolled containers, outermost first, beginning with the window.
    package var scrollers: [SnapshotScroller] { json["scrollers"]?.array?.map(SnapshotScroller.init) ?? [] }
    /// The anchors around the reading line.
    package var anchors: [SnapshotAnchor] { json["anchors"]?.array?.map(SnapshotAnchor.init) ?? [] }
    /// The anchor at the reading line.
    package var primaryAnchor: SnapshotAnchor? { anchors.first { $0.role == "primary" } }
    /// The anchors in the frame that was being read, whose document is not the page's; empty if there is none.
    private var frameAnchors: [SnapshotAnchor] {
        json["frame"]?["place"]?["anchors"]?.array?.map(SnapshotAnchor.init) ?? []
    }
    /// The addresses of the frame in which the place is, and of the frames around it; empty if it is in the page.
    var frameURLs: [WebURL] {
        guard let frame = json["frame"], frame["place"]?.object != nil else { return [] }
        let steps = frame["path"]?.array?.map { $0["src"] } ?? []
        return (steps + [frame["url"]]).compactMap { $0?.string.flatMap { WebURL($0) } }
    }
    /// The anchor at the reading line, in the frame that was being read or in the page.
    var lineAnchor: SnapshotAnchor? { frameAnchors.first { $0.role == "primary" } ?? primaryAnchor }
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
    ///
    /// Those in the frame that was being read come before those of the page.
    package var quotes: [String] {
        var seen: Set<String> = []
        let texts = ([selection] + (frameAnchors + anchors).map(\.quote)).compactMap { $0?.exact }
        return texts.filter { !$0.isEmpty && seen.insert($0).inserted }
    }

    /// The words of a highlight: the selection, or else the quote at the reading line, as imported highlights have it.
    ///
    /// Other places have words too; `SnapshotListing.isHighlight` tells highlights from them.
    package var highlightQuote: TextQuote? {
        let quotes = [selection, lineAnchor?.quote] + (frameAnchors + anchors).map(\.quote)
        return quotes.compactMap { $0 }.first { !$0.exact.isEmpty }
    }

    /// The quote that represents the place in a table: that of the reading line, or else the first of ``quotes``.
    package var highlight: String? { lineWords ?? quotes.first }
}

extension PageSnapshot {
    /// The progress from which a page counts as read to its end, 0 to 1.
    ///
    /// `js/extension/reading-progress.js` has the same value.
    package static let endProgress = 0.95

    /// True if the page was read to its end.
    ///
    /// The reading line is the first one in view, so at the end of a short page its progress by text is far from 1.
    /// Therefore a page that is scrolled to its end counts too.
    package var isReadToEnd: Bool {
        [textProgress, pixelProgress].contains { ($0 ?? 0) >= Self.endProgress }
    }

    /// True if the snapshot was made only to mark its selected words.
    package var isPureHighlight: Bool { json["purpose"]?.string == "highlight" }

    /// True if the page stands as it was opened: nothing is scrolled, moved to another slide, selected or played.
    ///
    /// Such a place says that the reader wants the page, and not where the reader was. Browsers open a page there
    /// anyway, so it never hides a deeper place of the page. A place without scroll offsets, as other programs store
    /// one, is at the top only if nothing else says where it is. `js/shared/untouched-top.js` has the same rules.
    package var isAtUntouchedTop: Bool {
        // Few addresses contain a tilde, and the search for a text takes longer than that for a byte.
        let isQuoting = url.href.utf8.contains(UInt8(ascii: "~")) && url.href.contains(":~:text=")
        guard selection == nil, json["media"]?.array?.isEmpty != false, !isQuoting else { return false }
        let inFrame = json["frame"]?["place"].flatMap { $0.isNull ? nil : $0 }
        return Self.isAtTop(json) && inFrame.map(Self.isAtTop) != false
    }

    /// Returns true if the position in a document is that of its beginning.
    private static func isAtTop(_ position: JSONValue) -> Bool {
        let (visual, progress) = (position["visualViewport"], position["progress"])
        let vertical = position["pageYOffset"]?.number
        let offsets = [
            position["pageXOffset"]?.number, vertical, visual?["pageLeft"]?.number, visual?["pageTop"]?.number,
            progress?["px"]?.number, position["motion"]?["x"]?.number, position["motion"]?["y"]?.number,
            position["motion"]?["slide"]?.number,
        ]
        let scrollers = position["scrollers"]?.array?.map(SnapshotScroller.init) ?? []
        guard !offsets.contains(where: { isScrolled($0) }),
            !scrollers.contains(where: { isScrolled($0.x) || isScrolled($0.y) })
        else { return false }
        let hasAnchors = position["anchors"]?.array?.isEmpty == false
        return vertical != nil || (!hasAnchors && (progress?["text"]?.number ?? 0) == 0)
    }

    /// Returns true if a scroll offset in CSS px, or a share, differs from that of the start.
    private static func isScrolled(_ offset: Double?) -> Bool { abs(offset ?? 0) > 0 }

    /// The words at the reading line, which are one of ``quotes``; nil if there are none.
    package var lineWords: String? { lineAnchor?.quote?.exact }

    /// Returns true if another snapshot was captured at the same line of the same page.
    ///
    /// The words at the reading line decide, with the words around them, so that a page that was only laid out anew has
    /// the same line. Without words, everything but the time must be equal.
    ///
    /// - Parameter other: Any snapshot.
    /// - Returns: False also if the reader had selected other words, or had played media further.
    package func isSamePlace(as other: PageSnapshot) -> Bool {
        guard pageKey == other.pageKey, edition == other.edition, selection == other.selection,
            isPureHighlight == other.isPureHighlight, json["media"] == other.json["media"],
            json["frame"]?["url"] == other.json["frame"]?["url"]
        else { return false }
        guard let line = lineAnchor, let quote = line.quote, let otherLine = other.lineAnchor,
            quote == otherLine.quote
        else { return withoutTime == other.withoutTime }
        let distance = abs((line.offsetY ?? 0) - (otherLine.offsetY ?? 0))
        let height = max(line.lineHeight ?? 0, otherLine.lineHeight ?? 0)
        return line.ordinal == otherLine.ordinal && line.characterOffset == otherLine.characterOffset
            && (distance == 0 || distance < height)
    }

    private var withoutTime: JSONValue {
        var members = json.object ?? [:]
        members["capturedAt"] = nil
        return .object(members)
    }

    /// Returns the snapshot without the place in a frame; its place is that of the page around the frame.
    ///
    /// - Throws: ``SnapshotError``, which a valid snapshot does not cause.
    package func withoutFrame() throws(SnapshotError) -> PageSnapshot {
        var members = json.object ?? [:]
        members["frame"] = nil
        return try PageSnapshot(stored: .object(members))
    }

    /// Returns the snapshot with the time of a later capture at the same line.
    ///
    /// Everything else stays: whoever may only add places must not be able to replace one.
    ///
    /// - Parameter later: A snapshot of the same place; see ``isSamePlace(as:)``.
    /// - Returns: The renewed snapshot.
    /// - Throws: ``SnapshotError``, which a stored snapshot does not cause.
    package func renewed(by later: PageSnapshot) throws(SnapshotError) -> PageSnapshot {
        guard let time = later.json["capturedAt"] else { return self }
        var members = json.object ?? [:]
        members["capturedAt"] = time
        return try PageSnapshot(stored: .object(members))
    }
}

extension PageSnapshot {
    /// True if the place is only known by a share of the text.
    ///
    /// Such places come from other programs. A restore scrolls to that share of the page, which ends with the status
    /// `approximate`.
    package var isApproximate: Bool {
        textProgress != nil && anchors.isEmpty && selection == nil && scrollers.isEmpty && pageYOffset == nil
    }
}

extension PageSnapshot {
    /// The page's URL without a text directive, with the time of its main medium if the page takes one.
    package var timedURL: String { mediaTimeURL ?? pageURL }

    /// The page's URL with the time of its main medium; nil if there is none, or if the page is not known to take it.
    package var mediaTimeURL: String? {
        let media = json["media"]?.array?.map(SnapshotMedia.init) ?? []
        // In the address of an edition, a parameter belongs to the original.
        guard !media.isEmpty, edition == nil, let page = WebURL(pageURL) else { return nil }
        return MediaTime.address(of: page, media: media)?.href
    }

    /// The page's URL without a text directive, which is that of an earlier visit and would take precedence.
    private var pageURL: String { url.withoutFragmentDirective }

    /// The page's URL with a text directive (`#:~:text=`) for the text at the middle of the view or near the reading
    /// line.
    ///
    /// A browser that opens the URL scrolls to the text without any script. The URL's own fragment is kept. If there is
    /// no text to quote, this is ``timedURL``.
    package var textFragmentURL: String { withTextDirective(timedURL) }

    /// The same URL without the time of a medium, which archives do not have.
    var untimedTextFragmentURL: String { withTextDirective(pageURL) }

    private func withTextDirective(_ address: String) -> String {
        guard let directive = textDirective else { return address }
        return address + (address.contains("#") ? "" : "#") + ":~:" + directive.serialised
    }

    /// The directive for the first anchor that can be quoted.
    private var textDirective: TextDirective? {
        // Browsers scroll a match to the middle of the window, so quoting the text that was there restores the view. In
        // a window of another width, the same words appear in the middle, but the reading line differs a little. If the
        // text in the middle was not captured, the nearest captured text is quoted.
        let anchors = anchors
        let around = ["primary", "above", "below"].map { role in anchors.first { $0.role == role } }
        let candidates = [middle] + around
        return candidates.lazy.compactMap { $0?.textDirective }.first
    }
}

extension SnapshotAnchor {
    /// A text directive for the anchor's quote; nil if it has no text that a browser could find.
    var textDirective: TextDirective? {
        guard let quote else { return nil }
        let readingOffset = role == "primary" ? characterOffset ?? 0 : 0
        return TextDirective(quote: quote, extent: reach, occurrences: occurrences, readingOffset: readingOffset)
    }
}

/// The reason why data cannot be read as a snapshot.
package enum SnapshotError: Error, Hashable, CustomStringConvertible {
    /// The data is not JSON, or is larger than ``PageSnapshot/maximumByteCount``.
    case unreadable(JSONError)
    /// The JSON value is not an object; `found` describes its kind.
    case notAnObject(found: String)
    /// The schema version is newer than ``PageSnapshot/currentSchema``.
    case unsupportedSchema(String)
    /// The snapshot has neither `url` nor `baseURI`.
    case missingAddress
    /// The value is not a valid http, https or file URL.
    case refusedAddress(key: String, value: String)
    /// A known key has an invalid value.
    case invalidValue(key: String, expected: String, found: String)

    /// The error with its subject, on one line.
    package var description: String { "snapshot: \(reason)" }

    /// The error without its subject, on one line.
    package var reason: String {
        switch self {
        case .unreadable(let error): error.description
        case .notAnObject(let found): "expected a JSON object, found \(found)"
        case .unsupportedSchema(let schema):
            "schema \(schema) is not supported; this version reads schemas up to \(PageSnapshot.currentSchema)"
        case .missingAddress: "it has neither \"url\" nor \"baseURI\""
        case .refusedAddress(let key, let value):
            "\"\(key)\" is not an http, https or file address: \(JSONValue.string(value).excerpt)"
        case .invalidValue(let key, let expected, let found): "\"\(key)\" must be \(expected), not \(found)"
        }
    }
}
