import Markup
package import WHATWGURL

/// Takes the links out of a page's bytes.
package struct LinkHarvester: Sendable {
    private let options: HarvestOptions

    /// Makes a harvester.
    ///
    /// - Parameter options: What it takes and leaves.
    package init(options: HarvestOptions = HarvestOptions()) {
        self.options = options
    }

    /// Finds the links of one HTML document, in document order.
    ///
    /// Links to all schemes are links, `javascript:` and `data:` too. Addresses are resolved against the first `<base
    /// href>`, which is itself no link, or else against `options.base`, or else against `documentURL`. Links in the
    /// `srcdoc` of an `iframe` count as links of the page and stand where the `iframe` stands.
    ///
    /// - Parameters:
    ///   - bytes: The document as it was received.
    ///   - contentType: The value of the HTTP `Content-Type` field, if there was one.
    ///   - documentURL: The document's address; nil for a file or standard input without one. Without an address or
    ///     with that of a file, a document that declares no encoding and is valid UTF-8 is taken for UTF-8; any other
    ///     for windows-1252.
    ///   - source: How every link names the document.
    /// - Returns: The links. One value that is no address never ends a page.
    /// - Throws: ``LinkHarvestError`` when the document is too large for the parser or there is no memory.
    package func harvest(
        _ bytes: [UInt8], contentType: String?, documentURL: WebURL?, source: String
    ) throws -> [HarvestedLink] {
        do {
            let isLocal = documentURL.map { $0.scheme == "file" } ?? true
            var text = try DecodedText(bytes, contentType: contentType, isLocal: isLocal)
            var scan = PageScan(source: source, includesLazyLoading: options.includesLazyLoading)
            if let declared = try scan.run(text) {
                text = try DecodedText(bytes, sniffed: SniffedEncoding(encoding: declared, evidence: .declaration))
                scan = PageScan(source: source, includesLazyLoading: options.includesLazyLoading)
                _ = try scan.run(text)
            }
            let resolver = AddressResolver(
                fallbackBase: options.base ?? documentURL, documents: scan.documents,
                queryEncoder: try QueryTextEncoder.make(for: text.encoding))
            return select(scan.found, by: resolver)
        } catch {
            throw LinkHarvestError.unreadable(source: source, underlying: error)
        }
    }

    private struct Key: Hashable {
        var element: String
        var attribute: String
        /// The resolved address, or the value where there is none.
        var address: String
        var isValid: Bool
    }

    private func select(_ found: [FoundAddress], by resolver: AddressResolver) -> [HarvestedLink] {
        var links: [HarvestedLink] = []
        links.reserveCapacity(found.count)
        var seen: Set<Key> = []
        for address in found {
            var link = address.link
            link.url = resolver.resolve(address)
            guard link.url != nil || options.includesInvalid else { continue }
            let key = Key(
                element: link.element, attribute: link.attribute, address: link.url?.href ?? link.raw,
                isValid: link.url != nil)
            guard options.keepsDuplicates || seen.insert(key).inserted else { continue }
            links.append(link)
        }
        return links
    }
}
