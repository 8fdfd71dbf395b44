import Markup

/// What is open in a document that is being read: the page, or one in an attribute of it.
struct OpenDocumentScan {
    /// The document's place among the bases.
    var document = 0
    /// Where the tag stands whose attribute holds the document; nil for the page.
    var position: SourcePosition?
    /// The records of the link whose content is being read; empty when none is.
    var anchor = 0..<0
    var anchorText = LinkText()
    /// The element whose content is being collected.
    var contentContext: TagContext?
    /// How addresses stand in that content.
    private(set) var contentSyntax = LinkRules.styleSheet.syntax
    /// What the tag that is being read says about its links, once one was found.
    var context: TagContext?
    /// How many templates are open: what is in them is no part of the document.
    var templateDepth = 0
    private var content: [UInt8] = []
    private var isCut = false

    /// How much content is taken, in bytes.
    var contentLimit: Int {
        if case .linkedData = contentSyntax { LinkLimits.dataByteCount } else { LinkLimits.styleByteCount }
    }

    /// Ends the link whose content is being read.
    ///
    /// - Parameter batch: Has its records.
    mutating func closeAnchor(in batch: inout LinkBatch) {
        guard !anchor.isEmpty else { return }
        let span = anchorText.add(to: &batch)
        if !span.isAbsent {
            for index in anchor { batch.records[index].context.text = span }
        }
        anchor = 0..<0
    }

    /// Forgets what refers to records and texts of a batch.
    mutating func forgetLinks() {
        anchor = 0..<0
        context = nil
        contentContext = nil
    }

    /// Begins to collect an element's content.
    mutating func beginContent(_ context: TagContext, _ syntax: LinkRule.Syntax) {
        contentContext = context
        contentSyntax = syntax
        isCut = false
        content.removeAll(keepingCapacity: true)
    }

    /// Takes a part of the content.
    mutating func appendContent(_ part: UnsafeBufferPointer<UInt8>) {
        let room = contentLimit - content.count
        if part.count > room { isCut = true }
        // At once what it may become, for growing step by step takes twice as much.
        if content.count + part.count > LinkLimits.pendingByteCount { content.reserveCapacity(contentLimit) }
        content.append(contentsOf: part.prefix(room))
    }

    /// Takes the content out.
    ///
    /// - Returns: The content, and whether it was longer than what is taken.
    mutating func takeContent() -> (bytes: [UInt8], isCut: Bool) {
        let taken = content
        content = []
        return (taken, isCut)
    }
}
