package import WHATWGURL

/// Finds the links of documents.
package struct LinkHarvester: Sendable {
    private let options: HarvestOptions

    /// Makes a harvester.
    ///
    /// - Parameter options: What it takes and leaves.
    package init(options: HarvestOptions = HarvestOptions()) {
        self.options = options
    }

    /// Finds the links of a page.
    ///
    /// - Parameters:
    ///   - bytes: The page as it was received, decompressed.
    ///   - contentType: The value of the HTTP `Content-Type` field, if there was one.
    ///   - documentURL: The page's address; nil for standard input.
    ///   - source: Where the page comes from, as it is listed with each link.
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

    /// Begins a document that comes in parts.
    ///
    /// - Parameters:
    ///   - description: What is known of it.
    ///   - warn: Takes one line for each thing that is wrong with the document but does not end it.
    ///   - deliver: Takes the links as they become known, in document order.
    /// - Returns: The document, which takes the parts.
    package func begin(
        _ description: DocumentHarvest.Description, warn: @escaping (String) -> Void = { _ in },
        deliver: @escaping (LinkBatch) throws -> Void
    ) -> DocumentHarvest {
        DocumentHarvest(description, options: options, warn: warn, deliver: deliver)
    }
}
