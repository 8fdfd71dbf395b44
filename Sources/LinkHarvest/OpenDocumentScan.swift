import Markup

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
