import Compression

/// A reader of a compressed document.
final class CompressedDocumentReader: DocumentReader {
    private let stream: GunzipStream
    private let inner: DocumentHarvest

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - outerLimit: The limit of the compressed document that contains this one; nil if there is none.
    ///   - makeInner: Starts the harvest of the decompressed document, which gets the limit of this one.
    /// - Throws: `CompressionError` if memory could not be allocated.
    init(within outerLimit: ExpansionLimit?, makeInner: (ExpansionLimit) -> DocumentHarvest) throws {
        stream = try GunzipStream(within: outerLimit)
        inner = makeInner(stream.limit)
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
