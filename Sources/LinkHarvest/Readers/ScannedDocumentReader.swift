/// A scanner that processes a document in parts.
protocol DocumentScanner: AnyObject {
    /// Processes the next part.
    func push(_ part: UnsafeBufferPointer<UInt8>) throws
    /// Processes the end of the document.
    func finish() throws
}

extension XMLDocumentScanner: DocumentScanner {}

extension TextDocumentScanner: DocumentScanner {}

/// A reader of a document that is scanned while it arrives, such as XML or plain text.
final class ScannedDocumentReader: DocumentReader {
    private let scanner: any DocumentScanner
    private let collector: LinkCollector
    private let sink: CollectingSink

    init(_ scanner: any DocumentScanner, collector: LinkCollector, sink: CollectingSink) {
        self.scanner = scanner
        self.collector = collector
        self.sink = sink
    }

    func receive(_ part: UnsafeBufferPointer<UInt8>) throws {
        collector.receivedByteCount += part.count
        try scanner.push(part)
        try collector.check()
    }

    func finish() throws {
        try scanner.finish()
        try collector.finish()
    }
}
