import Markup
import WHATWGURL

/// The state of the scan of one document, which is the page or a document in an attribute.
struct OpenDocumentScan {
    /// The index of the document in ``DocumentBases``.
    var document = 0
    /// The position of the tag whose attribute contains the document; nil for the page.
    var position: SourcePosition?
    /// The range of the records of the link whose text is being read; empty if there is none.
    var anchor = 0..<0
    var anchorText = LinkText()
    /// The element whose content is being collected.
    var contentContext: TagContext?
    /// The syntax of that content.
    private(set) var contentSyntax = LinkRules.styleSheet.syntax
    /// The properties that the current tag determines; nil until a link has been found in it.
    var context: TagContext?
    /// The number of open templates, whose content is not part of the document.
    var templateDepth = 0
    /// False within a form that is sent with another method than GET.
    var formUsesGET = true
    /// The number of links in the batch before the body.
    var bodyStart = 0
    private var content: [UInt8] = []
    private var isCut = false

    /// The maximum length of content in bytes.
    var contentLimit: Int {
        if case .linkedData = contentSyntax { LinkLimits.dataByteCount } else { LinkLimits.styleByteCount }
    }

    /// Ends the link whose text is being read.
    ///
    /// - Parameter batch: The batch with the link's records.
    mutating func closeAnchor(in batch: inout LinkBatch) {
        guard !anchor.isEmpty else { return }
        let span = anchorText.add(to: &batch)
        if !span.isAbsent {
            for index in anchor { batch.records[index].context.text = span }
        }
        anchor = 0..<0
    }

    /// Removes everything that refers to records and texts of a batch.
    mutating func removeLinks() {
        anchor = 0..<0
        context = nil
        contentContext = nil
        bodyStart = 0
    }

    /// Removes the links of the document that follow a certain number of records of a batch.
    mutating func removeLinks(from count: Int, of batch: inout LinkBatch) {
        removeLinks()
        batch.records.removeLast(max(0, batch.count - count))
        bodyStart = batch.count
        templateDepth = 0
    }

    /// Starts to collect an element's content.
    mutating func beginContent(_ context: TagContext, _ syntax: LinkRule.Syntax) {
        contentContext = context
        contentSyntax = syntax
        isCut = false
        content.removeAll(keepingCapacity: true)
    }

    /// Appends a part of the content.
    mutating func appendContent(_ part: UnsafeBufferPointer<UInt8>) {
        let available = contentLimit - content.count
        if part.count > available { isCut = true }
        // The final size is reserved at once, because growing step by step takes twice as long.
        if content.count + part.count > LinkLimits.pendingByteCount { content.reserveCapacity(contentLimit) }
        content.append(contentsOf: part.prefix(available))
    }

    /// Removes the collected content.
    ///
    /// - Returns: The content, and true if it was truncated.
    mutating func removeContent() -> (bytes: [UInt8], isCut: Bool) {
        let collected = content
        content = []
        return (collected, isCut)
    }
}

/// The base URLs of a page and of the documents in it (HTML Standard, 2.4.1 and 4.2.3).
struct DocumentBases {
    /// The state of the computation of a base URL.
    private enum Resolution {
        case pending
        /// The base URL; nil if there is none.
        case done(WebURL?)
    }

    /// A document: the page or a `srcdoc`.
    private struct Document {
        /// The index of the document that contains it; nil for the page.
        var parent: Int?
        /// The value of its first `<base href>`.
        var base: String?
        /// The base URL, as far as it has been computed.
        var resolved = Resolution.pending
    }

    private let fallback: WebURL?
    private var documents = [Document(parent: nil, base: nil)]

    /// Creates the bases of a page.
    ///
    /// - Parameter fallback: The page's URL; nil if it has none.
    init(fallback: WebURL?) {
        self.fallback = fallback
    }

    /// Adds a document that is contained in another one.
    ///
    /// - Returns: The index of the document.
    mutating func add(within parent: Int) -> Int {
        documents.append(Document(parent: parent, base: nil))
        return documents.count - 1
    }

    /// Adds a part of a document that has its own base URL.
    ///
    /// - Parameter base: The base URL; nil for the page's.
    /// - Returns: The index of the part.
    mutating func add(base: WebURL?) -> Int {
        documents.append(Document(parent: nil, base: nil, resolved: base.map { .done($0) } ?? .pending))
        return documents.count - 1
    }

    /// Adds a part of a document with a known base URL, which no `<base>` changes.
    ///
    /// - Returns: The index of the part.
    mutating func add(resolved base: WebURL) -> Int {
        documents.append(Document(parent: nil, base: nil, resolved: .done(base)))
        return documents.count - 1
    }

    /// True if any of the documents has a `<base href>`.
    var containBases: Bool { documents.contains { $0.base != nil } }

    /// Returns true if a document has a `<base href>`; only the first one has an effect.
    func hasBase(_ document: Int) -> Bool { documents[document].base != nil }

    /// The number of documents.
    var count: Int { documents.count }

    /// Removes all documents except the page and the given ones.
    ///
    /// - Parameter kept: The indices of the documents to keep, each after that of the document around it. If the
    ///   document around it is removed, a document becomes a part of the page.
    /// - Returns: The new index of each kept document, in the same order.
    mutating func removeAll(except kept: [Int]) -> [Int] {
        var newIndices = [0: 0]
        var rest = [documents[0]]
        let result = kept.map { index in
            if let known = newIndices[index] { return known }
            var document = documents[index]
            document.parent = document.parent.map { newIndices[$0, default: 0] }
            newIndices[index] = rest.count
            rest.append(document)
            return rest.count - 1
        }
        documents = rest
        return result
    }

    /// Records a document's `<base href>`; a value that exceeds the maximum length of a URL is ignored.
    mutating func setBase(_ value: String, of document: Int) {
        documents[document].base = value.utf8.count > LinkLimits.addressByteCount ? "" : value
        documents[document].resolved = .pending
    }

    /// Returns the base URL of a document; nil if there is none.
    mutating func base(of document: Int, queryEncoder: QueryEncoder?) -> WebURL? {
        if case .done(let resolved) = documents[document].resolved { return resolved }
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
        documents[document].resolved = .done(result)
        return result
    }
}
