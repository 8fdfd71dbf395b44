import FileFormats
import LinkHarvest
import Syntax

/// The schemes of URLs that run a script or contain the data itself.
///
/// If such a URL were opened from a list, it would run with the origin of the list.
private let refusedSchemes: Set<String> = [
    "about", "blob", "data", "filesystem", "javascript", "livescript", "mocha", "vbscript", "view-source",
]

/// A list that a person clicks, with each URL once.
protocol ClickableFormat: LinkFormat {
    /// The URLs in the list.
    var seen: SeenAddresses { get set }

    /// Returns a text with its markup escaped, by default that of XML; nil for a text that the format cannot represent.
    static func escaped(_ text: String) -> String?

    /// Appends a link whose URL is new.
    ///
    /// - Parameters:
    ///   - link: The link's properties.
    ///   - href: The URL, which is not escaped.
    ///   - label: The escaped text; if there is none, the title or the URL.
    ///   - output: Receives the bytes of the link.
    mutating func append(_ link: LinkBytes, href: String, label: String, to output: inout [UInt8])
}

extension ClickableFormat {
    package var hasForgotten: Bool { seen.hasForgotten }

    static func escaped(_ text: String) -> String? { MarkupText.xml(text) }

    package mutating func write(
        _ link: LinkBytes, check: CheckedLink.Check?, into output: inout [UInt8]
    ) -> LinkOmission? {
        guard let address = link.url else { return .noAddress }
        let scheme = String(decoding: address.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self)
        guard !refusedSchemes.contains(scheme) else { return .notClickable }
        guard seen.insert(seen.hash(address)) else { return .repeated }
        append(link, href: String(decoding: address, as: UTF8.self), label: Self.label(of: link), to: &output)
        return nil
    }

    private static func label(of link: LinkBytes) -> String {
        for bytes in [link.text, link.title, link.url] {
            guard let text = bytes.string, !text.allSatisfy(\.isWhitespace), let label = escaped(text) else { continue }
            return label
        }
        return ""
    }
}

/// A bulleted list in Markdown (CommonMark 0.31): each URL once, with its text.
///
/// It contains URLs and texts. A text with a control character or a noncharacter is replaced by the title or the URL,
/// and other characters that a terminal obeys or hides are references. URLs such as `javascript:` and `data:` are
/// omitted, because a page made from the list would run them.
struct MarkdownFormat: ClickableFormat {
    package static let descriptor = LinkFormatDescriptor(
        name: "markdown", mediaType: "text/plain; charset=utf-8", fileExtension: "md", contents: [.descriptions]
    ) { _ in MarkdownFormat() }

    var seen = SeenAddresses()

    private init() {}

    mutating func append(_ link: LinkBytes, href: String, label: String, to output: inout [UInt8]) {
        // A URL in angle brackets may contain spaces and unbalanced parentheses.
        let address = Self.backslashed(href, Self.destinationPunctuation)
        output.append(contentsOf: "- [\(label)](<\(address)>)\n".utf8)
    }

    /// The characters that may be markup in a text (CommonMark, section 2.4).
    private static let textPunctuation = Array("\\`*_{}[]()#!|~\"'".utf8)
    /// The characters that may be markup in a URL in angle brackets (CommonMark, section 6.3).
    private static let destinationPunctuation = Array("\\<>&".utf8)

    static func escaped(_ text: String) -> String? {
        guard MarkupText.isXML(text) else { return nil }
        // All dialects of Markdown support character references, but some do not support a backslash before the
        // characters that have one. The references come last, so that they get no backslashes.
        var escaped: [UInt8] = []
        for byte in MarkupText.content(backslashed(text, textPunctuation)).utf8 {
            switch byte {
            // A block cannot start with a character reference (CommonMark, section 2.5).
            case 0x09, 0x0A, 0x0D: escaped.append(contentsOf: "&#\(byte);".utf8)
            default: escaped.append(byte)
            }
        }
        return String(decoding: escaped, as: UTF8.self)
    }

    private static func backslashed(_ text: String, _ punctuation: [UInt8]) -> String {
        var escaped: [UInt8] = []
        escaped.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            if punctuation.contains(byte) { escaped.append(UInt8(ascii: "\\")) }
            escaped.append(byte)
        }
        return String(decoding: escaped, as: UTF8.self)
    }
}

/// An HTML page of links: a list for each source page, with each URL once.
///
/// It contains no script and loads nothing, which its content security policy enforces. A text with a control character
/// is replaced by the title or the URL. It contains URLs, texts, titles and languages. URLs such as `javascript:` and
/// `data:` are omitted.
struct HTMLFormat: ClickableFormat {
    package static let descriptor = LinkFormatDescriptor(
        name: "html", mediaType: "text/plain; charset=utf-8", fileExtension: "html", contents: [.descriptions]
    ) { _ in HTMLFormat() }

    var seen = SeenAddresses()
    private var source: String?

    private init() {}

    package func opening() -> [UInt8] {
        let page = """
            <!doctype html>
            <html lang="en">
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
            <meta name="referrer" content="no-referrer">
            <meta name="viewport" content="width=device-width">
            <title>Links</title>
            <style>
            :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
            body { margin: 2rem auto; max-width: 50rem; padding: 0 1rem; overflow-wrap: anywhere; }
            </style>
            <h1>Links</h1>

            """
        return Array(page.utf8)
    }

    mutating func append(_ link: LinkBytes, href: String, label: String, to output: inout [UInt8]) {
        let page = String(decoding: link.source, as: UTF8.self)
        if source != page {
            if source != nil { output.append(contentsOf: "</ul>\n".utf8) }
            source = page
            let heading = MarkupText.xml(page) ?? "A page"
            output.append(contentsOf: "<h2><bdi>\(heading)</bdi></h2>\n<ul>\n".utf8)
        }
        var attributes = "href=\"\(MarkupText.xml(href) ?? "")\""
        if let title = link.title.string.flatMap(MarkupText.xml) { attributes += " title=\"\(title)\"" }
        if let language = link.hreflang.string.flatMap(MarkupText.xml) {
            attributes += " hreflang=\"\(language)\""
        }
        // A text that changes its direction must not affect the text after it.
        let item = "<li><a \(attributes) rel=\"noopener noreferrer\"><bdi>\(label)</bdi></a></li>\n"
        output.append(contentsOf: item.utf8)
    }

    package func closing() -> [UInt8] {
        Array(((source == nil ? "" : "</ul>\n") + "</html>\n").utf8)
    }
}

/// Bookmarks in the Netscape format, which every browser imports: a folder for each source page, each URL once.
///
/// It contains URLs and texts. A text with a control character is replaced by the title or the URL. There are no times,
/// because a page does not say when a link was created. URLs such as `javascript:` and `data:` are omitted, because a
/// click on the bookmark would run them in the current page.
struct BookmarksFormat: ClickableFormat {
    package static let descriptor = LinkFormatDescriptor(
        name: "bookmarks", mediaType: "text/plain; charset=utf-8", fileExtension: "html", contents: [.descriptions]
    ) { _ in BookmarksFormat() }

    var seen = SeenAddresses()
    private var writer = BookmarksWriter()
    private var source: String?

    private init() {}

    package func opening() -> [UInt8] { writer.opening(title: "Bookmarks") }

    /// Returns a text that XML can represent; ``BookmarksWriter`` escapes it.
    static func escaped(_ text: String) -> String? { MarkupText.isXML(text) ? text : nil }

    mutating func append(_ link: LinkBytes, href: String, label: String, to output: inout [UInt8]) {
        let page = String(decoding: link.source, as: UTF8.self)
        if source != page {
            writer.endFolder(in: &output)
            source = page
            writer.beginFolder(MarkupText.isXML(page) ? page : "A page", in: &output)
        }
        writer.append(Bookmark(url: href, title: label), to: &output)
    }

    package func closing() -> [UInt8] { writer.closing() }
}

/// An outline in OPML 2.0: feeds as subscriptions (`type="rss"`, `xmlUrl`), other links as `type="link"`, each URL
/// once.
///
/// It contains URLs, texts, titles and languages. A text with a control character is replaced by the title or the URL.
/// URLs such as `javascript:` and `data:` are omitted. Feed readers import the feeds and ignore the rest; `--kind feed`
/// selects only feeds.
struct OPMLFormat: ClickableFormat {
    package static let descriptor = LinkFormatDescriptor(
        name: "opml", mediaType: "text/plain; charset=utf-8", fileExtension: "opml", contents: [.descriptions]
    ) { _ in OPMLFormat() }

    var seen = SeenAddresses()

    private init() {}

    package func opening() -> [UInt8] {
        let head = """
            <?xml version="1.0" encoding="UTF-8"?>
            <opml version="2.0">
              <head><title>Links</title></head>
              <body>

            """
        return Array(head.utf8)
    }

    mutating func append(_ link: LinkBytes, href: String, label: String, to output: inout [UInt8]) {
        let address = MarkupText.xml(href) ?? ""
        var attributes = "text=\"\(label)\""
        if let title = link.title.string.flatMap(MarkupText.xml) { attributes += " title=\"\(title)\"" }
        if let language = link.hreflang.string.flatMap(MarkupText.xml) {
            attributes += " language=\"\(language)\""
        }
        let isFeed = link.kind.elementsEqual(LinkKind.feed.rawValue.utf8)
        attributes += isFeed ? " type=\"rss\" xmlUrl=\"\(address)\"" : " type=\"link\" url=\"\(address)\""
        output.append(contentsOf: "    <outline \(attributes)/>\n".utf8)
    }

    package func closing() -> [UInt8] { Array("  </body>\n</opml>\n".utf8) }
}
