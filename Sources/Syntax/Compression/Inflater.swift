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
    func reset() {
        leftoff_inflater_reset(handle)
    }
}

/// The format around compressed data.
package enum CompressedFormat: Sendable {
    /// RFC 1952.
    case gzip
    /// RFC 1950.
    case zlib
    /// RFC 1951, without a header.
    case raw

    var wrapper: leftoff_inflate_wrapper {
        switch self {
        case .gzip: LEFTOFF_INFLATE_GZIP
        case .zlib: LEFTOFF_INFLATE_ZLIB
        case .raw: LEFTOFF_INFLATE_RAW
        }
    }
}

/// A limit for the bytes that all layers of compressed data produce together.
///
/// Deflate expands data up to 1,032 times, two layers of it a million times, and Brotli without a limit. A server or a
/// file could fill the memory or the disk with a few kilobytes.
package final class ExpansionLimit {
    /// The maximum ratio of output to input.
    ///
    /// Real pages stay below 60, and logs and tables below 100. A file of a single repeated line reaches deflate's
    /// limit; up to the allowance, it is decompressed nevertheless.
    private static let ratio = 250

    /// The number of bytes that any document may produce, whatever the ratio.
    ///
    /// A larger allowance would cost memory and time with each hostile page, and a smaller one would refuse pages with
    /// long empty tables.
    package static let documentAllowance = 16 << 20

    /// The number of bytes that any downloaded file may produce, whatever the ratio.
    ///
    /// It is larger than ``documentAllowance``, because a person asked for the file, which may be a table of zeros, and
    /// it is not held in memory. With a larger allowance, each hostile response could fill more of the disk until its
    /// file is deleted.
    package static let fileAllowance = 256 << 20

    private let allowance: Int
    private var received = 0
    private var produced = 0

    /// Creates a limit for one document or file.
    ///
    /// - Parameter allowance: The number of bytes that may be produced from any input.
    package init(allowance: Int = ExpansionLimit.documentAllowance) {
        self.allowance = allowance
    }

    /// Counts input of the outermost layer.
    package func receive(_ count: Int) { received += count }

    /// Counts output of any layer.
    ///
    /// - Throws: ``CompressionError/bomb(ratio:)`` if the output exceeds the limit; none of it may be used.
    package func produce(_ count: Int) throws(CompressionError) {
        produced += count
        guard produced > allowance, produced / Self.ratio > received else { return }
        throw .bomb(ratio: Self.ratio)
    }

    /// Starts the count for data that is unrelated to the previous data.
    func reset() { (received, produced) = (0, 0) }
}

/// An error that prevents compressed data from being read to the end.
///
/// Everything that was decompressed before the error is valid.
package enum CompressionError: Error, Hashable, CustomStringConvertible {
    /// The data is not compressed or is damaged.
    case corrupt(byte: Int)
    /// The data ends too early.
    case truncated
    /// The data expands so much that it must be malicious.
    case bomb(ratio: Int)
    /// The data expands to more bytes than its reader accepts.
    case tooLong(limit: Int)
    /// Memory could not be allocated.
    case outOfMemory

    /// The error in one line.
    package var description: String {
        switch self {
        case .corrupt(let byte): "the compressed data is damaged before byte \(byte)"
        case .truncated: "the compressed data ends too early"
        case .bomb(let ratio): "the compressed data grows more than \(ratio) times"
        case .tooLong(let limit): "the compressed data has more than \(limit) bytes"
        case .outOfMemory: "out of memory"
        }
    }
}
