import CLibZ

/// Decompresses gzip that comes in parts, one member after another (RFC 1952).
///
/// Zeros and other bytes behind a member that start no further one are ignored, as gzip does.
package final class GunzipStream {
    private enum State {
        /// At the start of a member; so much of its magic number has come.
        case start(matched: Int)
        case member
        /// Behind the last member.
        case trailer
    }

    private static let magic: [UInt8] = [0x1F, 0x8B]

    private let inflater: Inflater
    private var state = State.start(matched: 0)
    private var isFirst = true
    private var byteCount = 0

    /// Makes a stream at its start.
    ///
    /// - Throws: ``CompressionError/outOfMemory``.
    package init() throws {
        inflater = try Inflater(LEFTOFF_INFLATE_GZIP)
    }

    /// Takes the next bytes.
    ///
    /// - Parameters:
    ///   - bytes: Compressed bytes.
    ///   - output: Takes what comes out, in parts.
    /// - Throws: ``CompressionError``, or what `output` throws. No more must be pushed then.
    package func push(
        _ bytes: UnsafeBufferPointer<UInt8>, to output: (UnsafeBufferPointer<UInt8>) throws -> Void
    ) throws {
        var position = 0
        while position < bytes.count {
            switch state {
            case .trailer: return
            case .start(let matched):
                guard bytes[position] == Self.magic[matched] else {
                    guard !isFirst else { throw CompressionError.corrupt(byte: byteCount + position) }
                    state = .trailer
                    return
                }
                position += 1
                guard matched + 1 == Self.magic.count else {
                    state = .start(matched: matched + 1)
                    continue
                }
                _ = try Self.magic.withUnsafeBufferPointer { try inflater.run($0, to: output) }
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

    /// Ends the stream.
    ///
    /// - Throws: ``CompressionError/truncated`` if it ends within a member.
    package func finish() throws {
        switch state {
        case .trailer: break
        case .start: if isFirst { throw CompressionError.truncated }
        case .member: throw CompressionError.truncated
        }
    }
}
