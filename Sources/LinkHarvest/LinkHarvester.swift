package import Markup
package import WHATWGURL

/// A harvester that finds the links of documents.
///
/// ```swift
/// let harvester = LinkHarvester(options: HarvestOptions())
/// let links = try harvester.harvest(
///     bytes, contentType: "text/html", documentURL: WebURL("https://example.org/"), source: "https://example.org/")
/// for link in links { print(link.url?.href ?? link.raw, link.kind) }
/// ```
package struct LinkHarvester: Sendable {
    private let options: HarvestOptions

    /// Creates a harvester.
    package init(options: HarvestOptions = HarvestOptions()) {
        self.options = options
    }

    /// Returns the links of a page.
    ///
    /// - Parameters:
    ///   - bytes: The page as it was received, decompressed.
    ///   - contentType: The value of the HTTP `Content-Type` field; nil if there was none.
    ///   - documentURL: The page's URL; nil for standard input.
    ///   - source: The name of the page's origin, which is stored with each link.
    /// - Returns: The links in document order.
    /// - Throws: ``LinkHarvestError``.
    package func harvest(
        _ bytes: [UInt8], contentType: String?, documentURL: WebURL?, source: String
    ) throws -> [HarvestedLink] {
        var links: [HarvestedLink] = []
        let document = begin(
            DocumentHarvest.Description(source: source, contentType: contentType, url: documentURL)
        ) { links += $0.links }
        try bytes.withUnsafeBufferPointer { try document.receive($0) }
        try document.finish()
        return links
    }

    /// Starts the harvest of a document that arrives in parts.
    ///
    /// - Parameters:
    ///   - description: The properties of the document.
    ///   - notify: Receives problems that do not end the document, and the counts of a web archive.
    ///   - deliver: Receives the links in document order.
    /// - Returns: The harvest, which receives the parts.
    package func begin(
        _ description: DocumentHarvest.Description, notify: @escaping (HarvestNotice) -> Void = { _ in },
        deliver: @escaping (LinkBatch) throws -> Void
    ) -> DocumentHarvest {
        DocumentHarvest(description, options: options, notify: notify, deliver: deliver)
    }
}

/// The options of a harvest.
package struct HarvestOptions: Sendable {
    /// The base URL that replaces the document's own URL.
    ///
    /// A `<base>` in the page is resolved against it. The documents of a web archive keep the URLs in the archive.
    package var base: WebURL?
    /// True to keep repeated links of the same element, attribute and URL.
    package var keepsDuplicates: Bool
    /// True to keep values that are not valid URLs, with a nil `url`.
    package var includesInvalid: Bool
    /// True to harvest attributes that scripts use for lazy loading, such as `data-src`.
    package var includesLazyLoading: Bool
    /// True to harvest the strings in scripts that look like URLs.
    package var includesScriptStrings = false

    /// True to include texts, titles, relations, types, languages and proposed names of HTML links.
    ///
    /// Without them, a harvest takes a fifth less time.
    package var describes: Bool
    /// True to include the positions of links.
    ///
    /// Without them, line, column and byte are 0. A harvest then takes a tenth less time, and in encodings other than
    /// UTF-8 even less.
    package var locates: Bool
    /// The elements of HTML pages whose links are harvested; nil for all.
    package var scope: ElementScope?
    /// True to deliver links outside of ``scope`` too, marked as such, so that a caller can explain why a link is
    /// missing.
    package var marksOutOfScope = false
    /// The implementation that parses HTML.
    package var engine: HTMLParser.Engine
    /// True to deliver the links of an HTML page earlier, for callers that need only a few.
    ///
    /// After the first 64 KiB, links are then delivered with each part of the page. A `<base>` that follows has no
    /// effect on them.
    package var deliversEarly = false

    /// Creates options.
    package init(
        base: WebURL? = nil, keepsDuplicates: Bool = false, includesInvalid: Bool = false,
        includesLazyLoading: Bool = false, describes: Bool = true, locates: Bool = true, scope: ElementScope? = nil,
        engine: HTMLParser.Engine = .standard
    ) {
        self.describes = describes
        self.locates = locates
        self.scope = scope
        self.engine = engine
        self.base = base
        self.keepsDuplicates = keepsDuplicates
        self.includesInvalid = includesInvalid
        self.includesLazyLoading = includesLazyLoading
    }
}

/// An error that prevents some or all links of a document from being harvested.
package enum LinkHarvestError: Error, CustomStringConvertible {
    /// The document could not be read to its end.
    case unreadable(source: String, underlying: any Error)
    /// Documents of this kind contain no links.
    case notADocument(source: String, kind: String)
    /// A scope was given, but documents of this kind have no elements.
    case noElements(source: String)
    /// The document must be held in memory, but is larger than this many bytes.
    case tooLarge(limit: Int)

    /// The links of the document would take up more than this many times its own size.
    case grows(times: Int)

    /// True if the error is about a size, and does not name the document.
    var isOfSize: Bool {
        switch self {
        case .tooLarge, .grows: true
        case .unreadable, .notADocument, .noElements: false
        }
    }

    /// The error in one line.
    package var description: String {
        switch self {
        case .unreadable(let source, let underlying): "\(source): \(underlying)"
        case .notADocument(let source, let kind): "\(source): \(kind), not a page"
        case .noElements(let source): "\(source): neither HTML nor XML, so there are no elements to look for links in"
        case .grows(let times): "its links with their addresses take more than \(times) times its own size"
        case .tooLarge(let limit): "larger than \(limit >> 20) MiB, the limit for documents of its kind"
        }
    }
}
