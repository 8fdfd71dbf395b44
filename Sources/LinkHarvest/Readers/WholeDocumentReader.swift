/// A reader of documents that must be complete before they are scanned: CSS, Markdown, JSON, and XML with selected
/// elements.
final class WholeDocumentReader: DocumentReader {
    /// The default maximum length of the document in bytes.
    ///
    /// Documents written by people are far smaller; the limit bounds the memory.
    static let maximumByteCount = 256 << 20

    private let scan: (UnsafeBufferPointer<UInt8>) throws -> Void
    private let collector: LinkCollector
    private let limit: Int
    private var bytes: [UInt8] = []

    init(
        collector: LinkCollector, limit: Int = maximumByteCount,
        scan: @escaping (UnsafeBufferPointer<UInt8>) throws -> Void
    ) {
        self.limit = limit
        self.collector = collector
        self.scan = scan
    }

    func receive(_ part: UnsafeBufferPointer<UInt8>) throws {
        guard bytes.count + part.count <= limit else { throw LinkHarvestError.tooLarge(limit: limit) }
        collector.receivedByteCount += part.count
        bytes.append(contentsOf: part)
    }

    func finish() throws {
        try bytes.withUnsafeBufferPointer(scan)
        try collector.finish()
    }
}
