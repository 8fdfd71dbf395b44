import WHATWGURL

/// The base addresses of a page and of the documents in it (HTML Standard, 2.4.1 and 4.2.3).
struct DocumentBases {
    /// One document: the page or a `srcdoc`.
    private struct Document {
        /// The index of the document that it stands in.
        var parent: Int?
        /// The address of its first `<base href>`.
        var base: String?
        /// The address that its links are resolved against, once it was asked for.
        var resolved: WebURL??
    }

    private let fallback: WebURL?
    private var documents = [Document(parent: nil, base: nil, resolved: nil)]

    /// Begins with a page.
    ///
    /// - Parameter fallback: The page's address, if it has one.
    init(fallback: WebURL?) {
        self.fallback = fallback
    }

    /// Adds a document within another.
    ///
    /// - Returns: Its index.
    mutating func add(within parent: Int) -> Int {
        documents.append(Document(parent: parent, base: nil, resolved: nil))
        return documents.count - 1
    }

    /// Adds a part of a document whose addresses start from one of their own.
    ///
    /// - Parameter base: That address; nil for the one that the page has.
    /// - Returns: Its index.
    mutating func add(base: WebURL?) -> Int {
        documents.append(Document(parent: nil, base: nil, resolved: base.map { .some($0) }))
        return documents.count - 1
    }

    /// Whether a document has a `<base href>` already; only the first counts.
    func hasBase(_ document: Int) -> Bool { documents[document].base != nil }

    /// How many documents there are.
    var count: Int { documents.count }

    /// Forgets all documents but the page and a few others.
    ///
    /// - Parameter kept: The others, each behind the one that it stands in.
    /// - Returns: Their new indices.
    mutating func forgetAll(but kept: [Int]) -> [Int: Int] {
        var indices = [0: 0]
        var rest = [documents[0]]
        for index in kept where indices[index] == nil {
            var document = documents[index]
            document.parent = document.parent.map { indices[$0] ?? 0 }
            indices[index] = rest.count
            rest.append(document)
        }
        documents = rest
        return indices
    }

    /// Takes note of a document's `<base href>`; one that is longer than any address may be is none.
    mutating func setBase(_ value: String, of document: Int) {
        documents[document].base = value.utf8.count > LinkLimits.addressByteCount ? "" : value
        documents[document].resolved = nil
    }

    /// The address that a document's links are resolved against; nil if there is none.
    mutating func base(of document: Int, queryEncoder: QueryEncoder?) -> WebURL? {
        if let resolved = documents[document].resolved { return resolved }
        let outer: WebURL? =
            if let parent = documents[document].parent { base(of: parent, queryEncoder: queryEncoder) } else {
                fallback
            }
        var result = outer
        if let value = documents[document].base, let own = WebURL(value, base: outer, queryEncoder: queryEncoder),
            own.scheme != "data", own.scheme != "javascript", own.href.utf8.count <= LinkLimits.addressByteCount
        {
            result = own
        }
        documents[document].resolved = .some(result)
        return result
    }
}
