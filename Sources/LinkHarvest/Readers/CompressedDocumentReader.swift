import Compression

/// A reader of a compressed document.
final class CompressedDocumentReader: DocumentReader {
    private let stream: GunzipStream
    private let inner: DocumentHarvest

    init(_ inner: DocumentHarvest) throws {
        stream = try GunzipStream()
        self.inner = inner
    }

    func receive(_ part: UnsafeBufferPointer<UInt8>) throws {
        do { try stream.push(part) { try inner.receive($0) } } catch let error as CompressionError {
            try inner.finish()
            throw error
        }
    }

    func finish() throws {
        defer { _ = inner }
        do { try stream.finish() } catch {
            // Everything that was decompressed before the error is valid.
            try inner.finish()
            throw error
        }
        try inner.finish()
    }
}
