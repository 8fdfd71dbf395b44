import CLibZ

/// A zlib decompressor that can be used for several streams in succession.
package final class Inflater {
    /// The result of a step.
    package struct Step {
        /// The number of input bytes consumed.
        package let read: Int
        /// True if the stream has ended.
        package let isEnd: Bool
    }

    /// The maximum ratio of output to input.
    ///
    /// Real pages stay below 60, and deflate can reach 1032.
    package static let ratioLimit = 250
    /// An amount of output in bytes that is allowed for any input.
    private static let freeByteCount = 16 << 20

    private let handle: OpaquePointer
    private var readCount = 0
    private var writtenCount = 0

    /// Creates a decompressor.
    ///
    /// - Parameter format: The format around the compressed data.
    /// - Throws: ``CompressionError/outOfMemory``.
    package init(_ format: CompressedFormat) throws {
        guard let handle = leftoff_inflater_create(format.wrapper) else { throw CompressionError.outOfMemory }
        self.handle = handle
    }

    deinit {
        leftoff_inflater_free(handle)
    }

    /// Decompresses up to the end of the input or of the stream.
    ///
    /// - Parameters:
    ///   - input: The next compressed bytes.
    ///   - output: Receives the decompressed bytes in parts.
    /// - Returns: The number of bytes consumed, and true if the stream has ended.
    /// - Throws: ``CompressionError``, or the errors of `output`.
    package func run(
        _ input: UnsafeBufferPointer<UInt8>, to output: (UnsafeBufferPointer<UInt8>) throws -> Void
    ) throws -> Step {
        guard let start = input.baseAddress else { return Step(read: 0, isEnd: false) }
        var position = 0
        return try withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1 << 16) { buffer in
            guard let target = buffer.baseAddress else { return Step(read: 0, isEnd: false) }
            while true {
                var read = 0
                var written = 0
                let status = leftoff_inflater_run(
                    handle, start + position, input.count - position, &read, target, buffer.count, &written)
                position += read
                readCount += read
                writtenCount += written
                if writtenCount > Self.freeByteCount, writtenCount / Self.ratioLimit > readCount {
                    throw CompressionError.bomb(ratio: Self.ratioLimit)
                }
                if written > 0 { try output(UnsafeBufferPointer(start: target, count: written)) }
                switch status {
                case LEFTOFF_INFLATE_END: return Step(read: position, isEnd: true)
                case LEFTOFF_INFLATE_MORE:
                    if position == input.count, written < buffer.count { return Step(read: position, isEnd: false) }
                default: throw CompressionError.corrupt(byte: readCount)
                }
            }
        }
    }

    /// Starts a stream that is unrelated to the previous one.
    package func begin() {
        readCount = 0
        writtenCount = 0
        reset()
    }

    /// Starts the next stream of the same data.
    package func reset() {
        leftoff_inflater_reset(handle)
    }
}
