import WHATWGURL

/// Resolves the addresses of a page, once all of it is known.
struct AddressResolver {
    private let bases: [WebURL?]
    private let queryEncoder: QueryEncoder?

    /// Determines the base of every document of a page (HTML Standard, 2.4.1 and 4.2.3).
    ///
    /// - Parameters:
    ///   - fallbackBase: The page's address, if it has one.
    ///   - documents: The page and the documents in it.
    ///   - queryEncoder: Encodes the queries of the page's links.
    init(fallbackBase: WebURL?, documents: [PageScan.Document], queryEncoder: QueryEncoder?) {
        self.queryEncoder = queryEncoder
        var bases: [WebURL?] = []
        for document in documents {
            // A document stands behind its parent, so the parent's base is known.
            let fallback = document.parent.map { bases[$0] } ?? fallbackBase
            guard let value = document.base,
                let base = WebURL(value, base: fallback, queryEncoder: queryEncoder),
                base.scheme != "data", base.scheme != "javascript"
            else {
                bases.append(fallback)
                continue
            }
            bases.append(base)
        }
        self.bases = bases
    }

    /// Resolves an address.
    ///
    /// - Parameter address: The address as it was found.
    /// - Returns: The address, or nil if it is none by the URL Standard.
    func resolve(_ address: FoundAddress) -> WebURL? {
        switch address.resolution {
        case .document: WebURL(address.link.raw, base: bases[address.document], queryEncoder: queryEncoder)
        case .style: WebURL(address.link.raw, base: bases[address.document])
        case .absolute: WebURL(address.link.raw)
        }
    }
}
