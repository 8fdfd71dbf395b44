import Markup

/// A reader of XML documents that harvests only the links within selected elements.
enum SelectedElementsReader {
    /// The maximum length of the document in bytes.
    ///
    /// Its tree takes up about forty times as much memory.
    static let maximumByteCount = 64 << 20

    /// Creates the reader, which holds the document in memory.
    ///
    /// - Parameters:
    ///   - scope: The selected elements.
    ///   - origin: The document's name and base URL.
    ///   - contentType: The value of the HTTP `Content-Type` field; nil if there was none.
    ///   - collector: Receives the links.
    ///   - warn: Receives one line for each problem.
    /// - Returns: The reader.
    static func make(
        _ scope: ElementScope, origin: DocumentOrigin, contentType: String?, collector: LinkCollector,
        warn: @escaping (String) -> Void
    ) -> WholeDocumentReader {
        let sink = CollectingSink(collector, isScoped: true, warn: warn)
        return WholeDocumentReader(collector: collector, limit: maximumByteCount) { document in
            let isInScope: [Bool]
            do { isInScope = try scope.contains(startTagsOf: document, contentType: contentType) } catch {
                try collector.finish()
                throw LinkHarvestError.unreadable(source: origin.source, underlying: error)
            }
            let scanner = XMLDocumentScanner(
                origin: origin, contentType: contentType, sink: sink, startTagsInScope: isInScope)
            try scanner.push(document)
            try collector.check()
            try scanner.finish()
        }
    }
}
