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

    /// The limit for the output of this layer and of the layers within it.
    package let limit: ExpansionLimit
    private let isInnerLayer: Bool
    private let handle: OpaquePointer
    private var readCount = 0

    /// Creates a decompressor.
    ///
    /// - Parameters:
    ///   - format: The format around the compressed data.
    ///   - outerLimit: The limit of the layer that produces the compressed data; nil if the data is not the output of
    ///     another decompressor.
    /// - Throws: ``CompressionError/outOfMemory``.
    package init(_ format: CompressedFormat, within outerLimit: ExpansionLimit? = nil) throws {
        guard let handle = leftoff_inflater_create(format.wrapper) else { throw CompressionError.outOfMemory }
        self.handle = handle
        limit = outerLimit ?? ExpansionLimit()
        isInnerLayer = outerLimit != nil
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
                if !isInnerLayer { limit.receive(read) }
                try limit.produce(written)
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
        if !isInnerLayer { limit.reset() }
        reset()
    }

    /// Starts the next stream of the same data.
    package func reset() {
        leftoff_inflater_reset(handle)
    }
}
