import Markup
import Places
import Syntax

/// The title that a page declares, for a place that was added without a visit.
///
/// ```swift
/// let title = try PageTitle.find(in: Array("<title>The  harbour</title>".utf8), contentType: "text/html")
/// print(title ?? "Untitled")  // The harbour
/// ```
package enum PageTitle {
    /// The media types of web pages.
    private static let pageTypes: Set<String> = ["text/html", "application/xhtml+xml"]

    /// Returns true if a response may be a web page.
    ///
    /// - Parameter contentType: The value of the HTTP `Content-Type` field; nil if there was none.
    /// - Returns: False for another media type.
    package static func isPage(contentType: String?) -> Bool {
        contentType.map { pageTypes.contains(ContentSniffing.essence(of: $0)) } ?? true
    }

    /// Returns the title of a page: its `title` element (HTML Standard, section 4.2.2), or else its `og:title`.
    ///
    /// Pages that scripts build often have only the `og:title`, which other sites read (The Open Graph protocol, "Basic
    /// Metadata").
    ///
    /// - Parameters:
    ///   - bytes: The body as it was received, or its beginning.
    ///   - contentType: The value of the HTTP `Content-Type` field; nil if there was none.
    /// - Returns: The title with collapsed white space, of at most 500 UTF-16 units; nil if there is none.
    /// - Throws: ``PageReadingError`` if the resource is not a web page or cannot be decoded.
    package static func find(in bytes: [UInt8], contentType: String?) throws(PageReadingError) -> String? {
        guard isPage(contentType: contentType) else {
            throw .notAPage(mediaType: contentType.map { ContentSniffing.essence(of: $0) } ?? "")
        }
        guard contentType != nil || ContentSniffing.isText(bytes) else { throw .notAPage(mediaType: "binary data") }
        let search = TitleSearch()
        do {
            _ = try HTMLParser.parse(
                bytes, contentType: contentType, isLocal: false, interest: TitleSearch.interest, handler: search)
        } catch let error as MarkupError {
            throw .unreadable(error)
        } catch {
            // The parser throws no other errors.
            throw .empty
        }
        search.finish()
        return [search.title, search.openGraphTitle].compactMap(\.self).lazy
            .map { PageReader.prefix(of: CollapsedText.trimmed($0), length: PageReader.longestTitle) }
            .first { !$0.isEmpty }
    }
}

/// A search for the titles of a page, in the order of its tags.
private final class TitleSearch: MarkupHandler {
    private static let property = 0
    private static let name = 1
    private static let content = 2

    static let interest = TagInterest(
        elements: [.meta, .template, .title], triggers: [], attributes: ["property", "name", "content"])

    /// The text of the first `title` element; nil if there is none.
    private(set) var title: String?
    /// The content of the first `og:title` that has one; nil if there is none.
    private(set) var openGraphTitle: String?
    private var isInTitle = false
    private var pending: [UInt8] = []
    /// The number of open `template` elements, whose content is not a part of the page.
    private var templateDepth = 0

    var wantsText: Bool { isInTitle }

    func startTag(_ tag: StartTag) -> Bool {
        // The `title` of an SVG image names the image.
        guard !tag.isForeign else { return false }
        switch tag.element {
        case .template: templateDepth += 1
        case .title where title == nil && templateDepth == 0:
            isInTitle = true
            return true
        case .meta where openGraphTitle == nil && templateDepth == 0:
            // Many sites write `name` in place of `property`.
            let key = tag.value(of: Self.property) ?? tag.value(of: Self.name)
            guard key.map({ ASCII.lowercase($0) }) == "og:title", let content = tag.value(of: Self.content),
                !CollapsedText.trimmed(content).isEmpty
            else { break }
            openGraphTitle = content
        default: break
        }
        return false
    }

    func endTag(_ element: ElementName) {
        switch element {
        case .template: templateDepth = max(templateDepth - 1, 0)
        case .title: finish()
        default: break
        }
    }

    /// Ends the title, also at the end of a page or of its beginning.
    func finish() {
        guard isInTitle else { return }
        title = String(decoding: pending, as: UTF8.self).streamSafe
        isInTitle = false
        pending = []
    }

    func text(_ text: UnsafeBufferPointer<UInt8>) {
        if isInTitle { pending.append(contentsOf: text) }
    }

    func restart() {
        title = nil
        openGraphTitle = nil
        isInTitle = false
        pending = []
        templateDepth = 0
    }
}
