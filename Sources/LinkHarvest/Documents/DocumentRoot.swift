import Markup

/// The root element of a document, as far as the first bytes contain its tag.
struct DocumentRoot {
    /// The tag without its `>`, in lower case.
    private let tag: ArraySlice<UInt8>
    /// The name, with its prefix.
    private let name: Substring
    /// True if the bytes contain the end of the tag.
    private let isComplete: Bool

    /// Creates the root element; nil if the text does not begin with a tag, or ends within its name.
    ///
    /// - Parameter text: The text from the root element on, in lower case.
    init?(_ text: ArraySlice<UInt8>) {
        guard text.first == UInt8(ascii: "<"), let first = text.dropFirst().first, !"!?/".utf8.contains(first) else {
            return nil
        }
        let name = text.dropFirst().prefix {
            !ASCII.isWhitespace($0) && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/")
        }
        guard name.endIndex < text.endIndex else { return nil }
        tag = text.prefix { $0 != UInt8(ascii: ">") }
        isComplete = tag.endIndex < text.endIndex
        self.name = Substring(decoding: name, as: UTF8.self)
    }

    /// The name without its prefix.
    private var localName: Substring { name.lastIndex(of: ":").map { name[name.index(after: $0)...] } ?? name }

    /// True if the root element is that of a feed, a site map or an outline.
    var isList: Bool {
        switch localName {
        case "rss", "feed", "rdf", "urlset", "sitemapindex", "opml": true
        case "entry": String(decoding: tag, as: UTF8.self).contains("http://www.w3.org/2005/atom")
        default: false
        }
    }

    /// True if the element is an unprefixed `html`.
    var isHTML: Bool { name == "html" }

    /// True if reading the document as HTML finds its links; nil if that depends on a missing part of the tag.
    ///
    /// The elements of XHTML with a prefix have other names in HTML.
    var hasNamesOfHTML: Bool? {
        if ["html", "svg", "math"].contains(name) { return true }
        if isList { return false }
        let compact = tag.filter { !ASCII.isWhitespace($0) }.map { $0 == UInt8(ascii: "'") ? UInt8(ascii: "\"") : $0 }
        if String(decoding: compact, as: UTF8.self).contains("xmlns=\"\(XMLNamespace.xhtml)\"") { return true }
        return isComplete ? false : nil
    }
}
