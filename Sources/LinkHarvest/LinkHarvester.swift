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
    ///
    /// - Parameter options: The options of every harvest.
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
