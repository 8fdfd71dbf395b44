import FileFormats
import LinkHarvest
import Syntax
import WHATWGURL

/// The URL and the label of a link in a clickable list.
private struct ClickableLink {
    /// The schemes of URLs that run a script or contain the data itself.
    ///
    /// If such a URL were opened from a list, it would run with the origin of the list.
    private static let refusedSchemes: Set<String> = [
        "about", "blob", "data", "filesystem", "javascript", "livescript", "mocha", "vbscript", "view-source",
    ]

    /// The URL.
    let href: String
    /// The escaped text; if there is none, the title or the URL.
    let label: String

    /// Creates the URL and the label of a link, unless its URL has been shown before.
    ///
    /// - Parameters:
    ///   - link: A link whose URL may have been shown before.
    ///   - seen: The URLs that have been shown before.
    ///   - escape: Escapes a text for the format; returns nil for a text that the format cannot represent.
    /// - Throws: The ``LinkOmission`` if the link must be omitted.
    init(
        _ link: HarvestedLink, seen: inout SeenAddresses, escape: (String) -> String?
    ) throws(LinkOmission) {
        guard let url = link.url else { throw .noAddress }
        guard !Self.refusedSchemes.contains(url.scheme) else { throw .notClickable }
        var address = url.href
        guard address.withUTF8({ seen.insert(seen.hash($0)) }) else { throw .repeated }
        href = address
        let texts = [link.text, link.title, url.href].compactMap { $0 }
        label = texts.lazy.filter { !$0.allSatisfy(\.isWhitespace) }.compactMap(escape).first ?? ""
    }
}

extension LinkOmission: Error {}

/// A list that a person clicks, with each URL once.
protocol ClickableFormat: LinkFormat {
    /// The URLs in the list.
    var seen: SeenAddresses { get }

    /// Appends a link.
    ///
    /// - Parameters:
    ///   - link: A link whose URL may be in the list already.
    ///   - output: Receives the bytes of the link.
    /// - Throws: The ``LinkOmission`` if the link must be omitted.
    mutating func append(_ link: HarvestedLink, to output: inout [UInt8]) throws(LinkOmission)
}

extension ClickableFormat {
    package var hasForgotten: Bool { seen.hasForgotten }

    package mutating func write(_ record: CheckedLink, into output: inout [UInt8]) -> LinkOmission? {
        do throws(LinkOmission) {
            try append(record.link, to: &output)
            return nil
        } catch {
            return error
        }
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

    private(set) var seen = SeenAddresses()

    private init() {}

    mutating func append(_ link: HarvestedLink, to output: inout [UInt8]) throws(LinkOmission) {
        let shown = try ClickableLink(link, seen: &seen, escape: Self.escaped)
        // A URL in angle brackets may contain spaces and unbalanced parentheses.
        let address = Self.backslashed(shown.href, Self.destinationPunctuation)
        output.append(contentsOf: "- [\(shown.label)](<\(address)>)\n".utf8)
    }

    /// The characters that may be markup in a text (CommonMark, section 2.4).
    private static let textPunctuation = Array("\\`*_{}[]()#!|~\"'".utf8)
    /// The characters that may be markup in a URL in angle brackets (CommonMark, section 6.3).
    private static let destinationPunctuation = Array("\\<>&".utf8)

    private static func escaped(_ text: String) -> String? {
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

    private(set) var seen = SeenAddresses()
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

    mutating func append(_ link: HarvestedLink, to output: inout [UInt8]) throws(LinkOmission) {
        let shown = try ClickableLink(link, seen: &seen, escape: MarkupText.xml)
        if source != link.source {
            if source != nil { output.append(contentsOf: "</ul>\n".utf8) }
            source = link.source
            let heading = MarkupText.xml(link.source) ?? "A page"
            output.append(contentsOf: "<h2><bdi>\(heading)</bdi></h2>\n<ul>\n".utf8)
        }
        var attributes = "href=\"\(MarkupText.xml(shown.href) ?? "")\""
        if let title = link.title.flatMap(MarkupText.xml) { attributes += " title=\"\(title)\"" }
        if let language = link.hreflang.flatMap(MarkupText.xml) {
            attributes += " hreflang=\"\(language)\""
        }
        // A text that changes its direction must not affect the text after it.
        let item = "<li><a \(attributes) rel=\"noopener noreferrer\"><bdi>\(shown.label)</bdi></a></li>\n"
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

    private(set) var seen = SeenAddresses()
    private var writer = BookmarksWriter()
    private var source: String?

    private init() {}

    package func opening() -> [UInt8] { writer.opening(title: "Bookmarks") }

    mutating func append(_ link: HarvestedLink, to output: inout [UInt8]) throws(LinkOmission) {
        let shown = try ClickableLink(link, seen: &seen) { MarkupText.isXML($0) ? $0 : nil }
        if source != link.source {
            writer.endFolder(in: &output)
            source = link.source
            writer.beginFolder(MarkupText.isXML(link.source) ? link.source : "A page", in: &output)
        }
        writer.append(Bookmark(url: shown.href, title: shown.label), to: &output)
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

    private(set) var seen = SeenAddresses()

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

    mutating func append(_ link: HarvestedLink, to output: inout [UInt8]) throws(LinkOmission) {
        let shown = try ClickableLink(link, seen: &seen, escape: MarkupText.xml)
        let address = MarkupText.xml(shown.href) ?? ""
        var attributes = "text=\"\(shown.label)\""
        if let title = link.title.flatMap(MarkupText.xml) { attributes += " title=\"\(title)\"" }
        if let language = link.hreflang.flatMap(MarkupText.xml) {
            attributes += " language=\"\(language)\""
        }
        attributes +=
            link.kind == .feed ? " type=\"rss\" xmlUrl=\"\(address)\"" : " type=\"link\" url=\"\(address)\""
        output.append(contentsOf: "    <outline \(attributes)/>\n".utf8)
    }

    package func closing() -> [UInt8] { Array("  </body>\n</opml>\n".utf8) }
}
