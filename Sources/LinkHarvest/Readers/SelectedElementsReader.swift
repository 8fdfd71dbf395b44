import Markup

/// Reads an XML document of which only the links within certain elements are wanted.
enum SelectedElementsReader {
    /// The largest document taken, in bytes: its tree takes some forty times as many.
    static let maximumByteCount = 64 << 20

    /// Makes the reader, which holds the document in memory.
    ///
    /// - Parameters:
    ///   - scope: The elements.
    ///   - origin: Where the document comes from.
    ///   - contentType: Its media type as sent.
    ///   - collector: Takes the links.
    ///   - warn: Hears what is wrong with the document.
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
