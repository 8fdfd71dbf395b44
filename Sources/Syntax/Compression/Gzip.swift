import CLibZ

/// Compression in the gzip format (RFC 1952).
package enum Gzip {
    /// A compromise between time and size.
    package enum Level: Int32, Sendable {
        /// zlib's usual level, which takes a third of the time of ``best`` for text and gives up to 2 % more bytes.
        case usual = 6
        /// zlib's best compression, which takes a millisecond for about 20 KB.
        case best = 9
    }

    /// Returns true if bytes begin like a gzip member (RFC 1952, section 2.3.1).
    package static func isCompressed(_ bytes: some Collection<UInt8>) -> Bool { bytes.starts(with: magic) }

    /// The first two bytes of a member.
    fileprivate static let magic: [UInt8] = [0x1F, 0x8B]

    /// Returns compressed bytes.
    ///
    /// - Parameters:
    ///   - bytes: The bytes to compress, at most 2 GB.
    ///   - level: The compromise between time and size.
    /// - Returns: One member; nil if memory could not be allocated.
    package static func compressed(_ bytes: [UInt8], level: Level = .best) -> [UInt8]? {
        let capacity = leftoff_gzip_bound(bytes.count)
        let member = [UInt8](unsafeUninitializedCapacity: capacity) { output, count in
            guard let start = output.baseAddress else { return }
            count = bytes.withUnsafeBufferPointer { input in
                // An empty array may have no base address; nothing is read then.
                leftoff_gzip(input.baseAddress ?? UnsafePointer(start), input.count, start, capacity, level.rawValue)
            }
        }
        return member.isEmpty ? nil : member
    }

    /// Returns decompressed bytes.
    ///
    /// - Parameters:
    ///   - bytes: One or more members.
    ///   - limit: The maximum number of decompressed bytes.
    /// - Returns: The content.
    /// - Throws: ``CompressionError``, also if the content is longer than the limit.
    package static func decompressed(_ bytes: [UInt8], limit: Int) throws -> [UInt8] {
        let stream = try GunzipStream()
        var content: [UInt8] = []
        try bytes.withUnsafeBufferPointer { input in
            try stream.push(input) { part in
                guard content.count + part.count <= limit else { throw CompressionError.tooLong(limit: limit) }
                content.append(contentsOf: part)
            }
        }
        try stream.finish()
        return content
    }
}

/// A decompressor of gzip data (RFC 1952) that arrives in parts and has any number of members.
///
/// Like gzip, it ignores zeros and other bytes after a member if they do not start another one. ``Gzip`` compresses
/// what is in memory as a whole:
///
/// ```swift
/// if let compressed = Gzip.compressed(Array("foxes".utf8)) {
///     print(try Gzip.decompressed(compressed, limit: 100).count)  // 5
/// }
/// ```
package final class GunzipStream {
    private enum State {
        /// At the start of a member; `matched` bytes of its magic number have been read.
        case start(matched: Int)
        case member
        /// After the last member.
        case trailer
    }

    private let inflater: Inflater
    private var state = State.start(matched: 0)
    private var isFirst = true
    private var byteCount = 0

    /// The limit for the output of this layer and of the layers within it.
    package var limit: ExpansionLimit { inflater.limit }

    /// Creates a decompressor.
    ///
    /// - Parameter outerLimit: The limit of the layer that produces the compressed data; nil if the data is not the
    ///   output of another decompressor.
    /// - Throws: ``CompressionError/outOfMemory``.
    package init(within outerLimit: ExpansionLimit? = nil) throws {
        inflater = try Inflater(.gzip, within: outerLimit)
    }

    /// Processes the next bytes.
    ///
    /// - Parameters:
    ///   - bytes: Compressed bytes.
    ///   - output: Receives the decompressed bytes in parts.
    /// - Throws: ``CompressionError``, or the errors of `output`. The decompressor must not be used afterwards.
    package func push(
        _ bytes: UnsafeBufferPointer<UInt8>, to output: (UnsafeBufferPointer<UInt8>) throws -> Void
    ) throws {
        var position = 0
        while position < bytes.count {
            switch state {
            case .trailer: return
            case .start(let matched):
                guard bytes[position] == Gzip.magic[matched] else {
                    guard !isFirst else { throw CompressionError.corrupt(byte: byteCount + position) }
                    state = .trailer
                    return
                }
                position += 1
                guard matched + 1 == Gzip.magic.count else {
                    state = .start(matched: matched + 1)
                    continue
                }
                _ = try Gzip.magic.withUnsafeBufferPointer { try inflater.run($0, to: output) }
                state = .member
            case .member:
                let step = try inflater.run(UnsafeBufferPointer(rebasing: bytes[position...]), to: output)
                position += step.read
                guard step.isEnd else { break }
                inflater.reset()
                isFirst = false
                state = .start(matched: 0)
            }
        }
        byteCount += bytes.count
    }

    /// Processes the end of the data.
    ///
    /// - Throws: ``CompressionError/truncated`` if the data ends within a member.
    package func finish() throws {
        switch state {
        case .trailer: break
        case .start: if isFirst { throw CompressionError.truncated }
        case .member: throw CompressionError.truncated
        }
    }
}
