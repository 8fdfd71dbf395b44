import FoundationEssentials
import Markup

/// A scan of the tags and texts of a bookmark file.
final class BookmarkScan: MarkupHandler {
    /// The attribute of the `HR` that marks the end of the file.
    static let endAttribute = "leftoff-end-of-file"

    /// The attributes in the order of ``interest``.
    private enum Attribute: Int {
        case end, url, addedAt, tags
    }

    /// The tags that end a text, and those that break its lines.
    static let interest = TagInterest(
        elements: [.a, .br, .dd, .dl, .dt, .h1, .h2, .h3, .h4, .h5, .h6, .hr, .p], triggers: [endAttribute],
        attributes: ["href", "add_date", "tags"])

    /// The bookmarks whose start tags have been read; the text of the last one may be incomplete.
    private(set) var bookmarks: [Bookmark] = []
    /// True if the file has a list, which may be empty.
    private(set) var hasList = false
    /// True if the end of the file has been reached outside of tags, comments and titles.
    private(set) var isComplete = false

    /// True from an `A` to the end of its title.
    private var isWithinTitle = false
    /// True if a description would belong to the last bookmark rather than to a folder or to a link that is left out.
    private var isAfterBookmark = false
    /// The property of the last bookmark that the current text belongs to; nil if the text is not needed.
    private var target: WritableKeyPath<Bookmark, String>?
    /// The current text in UTF-8.
    private var currentText: [UInt8] = []

    /// The value of ``endAttribute`` in the mark of this scan; it is random, so that a file cannot contain it.
    let endValue = String(UInt64.random(in: .min ... .max), radix: 36)

    var wantsText: Bool { target != nil }

    func startTag(_ tag: StartTag) -> Bool {
        switch tag.element {
        case .br, .p:
            if target != nil { currentText.append(0x0A) }
            return false
        case .a:
            endText()
            isWithinTitle = true
            let bookmark = Self.bookmark(tag)
            isAfterBookmark = bookmark != nil
            if let bookmark {
                bookmarks.append(bookmark)
                target = \.title
            }
            return false
        case .hr where tag.value(of: Attribute.end.rawValue) == endValue: isComplete = !isWithinTitle
        case .dd: break
        case .dl: hasList = true
        case .dt, .hr: break
        case .h1, .h2, .h3, .h4, .h5, .h6: isAfterBookmark = false
        default: return false
        }
        endText()
        // Some programs omit `</A>`. A tag that cannot occur in a title then ends it.
        isWithinTitle = false
        if tag.element == .dd, isAfterBookmark {
            target = \.note
            isAfterBookmark = false
        }
        return false
    }

    func endTag(_ element: ElementName) {
        switch element {
        case .a:
            endText()
            isWithinTitle = false
        case .dl:
            endText()
            (isWithinTitle, isAfterBookmark) = (false, false)
        case .dd, .dt: endText()
        default: break
        }
    }

    func text(_ text: UnsafeBufferPointer<UInt8>) {
        if target != nil { currentText.append(contentsOf: text) }
    }

    func restart() {
        (bookmarks, hasList, isComplete, isWithinTitle, isAfterBookmark) = ([], false, false, false, false)
        (target, currentText) = (nil, [])
    }

    private func endText() {
        guard let target, let last = bookmarks.indices.last else { return }
        // The indentation of the next tag is a line without words.
        let lines = String(decoding: currentText, as: UTF8.self).split(whereSeparator: \.isNewline)
            .map { $0.split(separator: " ").joined(separator: " ") }
        bookmarks[last][keyPath: target] = lines.filter { !$0.isEmpty }.joined(separator: "\n")
        self.target = nil
        currentText.removeAll(keepingCapacity: true)
    }

    /// Returns the bookmark of a start tag; nil if it is not the link of a page.
    private static func bookmark(_ tag: StartTag) -> Bookmark? {
        guard let url = tag.value(of: Attribute.url.rawValue) else { return nil }
        let start = url.prefix(5).lowercased()
        guard start.hasPrefix("http") || start == "file:" else { return nil }
        // RFC 3339 cannot represent years after 9999.
        let seconds = tag.value(of: Attribute.addedAt.rawValue).flatMap(Double.init)
            .flatMap { (1...253_402_300_799).contains($0) ? $0 : nil }
        return Bookmark(
            url: url, addedAt: seconds.map { Date(timeIntervalSince1970: $0) },
            tags: (tag.value(of: Attribute.tags.rawValue) ?? "").split(separator: ",").map(String.init))
    }
}
