import CLibZ

/// Decompresses one stream after another, by zlib.
final class Inflater {
    /// What a step came to.
    struct Step {
        /// How many bytes of the input are used up.
        var read: Int
        /// Whether the stream has ended.
        var isEnd: Bool
    }

    /// Data that grows more than this was made to do harm: real pages stay below 60 times, deflate reaches 1032.
    static let ratioLimit = 250
    /// So much output is harmless however little it came from.
    private static let freeByteCount = 16 << 20

    private let handle: OpaquePointer
    private var readCount = 0
    private var writtenCount = 0

    /// Makes an inflater.
    ///
    /// - Parameter wrapper: How the data is wrapped.
    /// - Throws: ``CompressionError/outOfMemory``.
    init(_ wrapper: leftoff_inflate_wrapper) throws {
        guard let handle = leftoff_inflater_create(wrapper) else { throw CompressionError.outOfMemory }
        self.handle = handle
    }

    deinit {
        leftoff_inflater_free(handle)
    }

    /// Decompresses up to the end of the input or of the stream.
    ///
    /// - Parameters:
    ///   - input: The next bytes.
    ///   - output: Takes what comes out, in parts.
    /// - Returns: What it came to.
    /// - Throws: ``CompressionError``, or what `output` throws.
    func run(_ input: UnsafeBufferPointer<UInt8>, to output: (UnsafeBufferPointer<UInt8>) throws -> Void) throws -> Step
    {
        guard let start = input.baseAddress else { return Step(read: 0, isEnd: false) }
        var position = 0
        return try withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1 << 16) { room in
            guard let target = room.baseAddress else { return Step(read: 0, isEnd: false) }
            while true {
                var read = 0
                var written = 0
                let status = leftoff_inflater_run(
                    handle, start + position, input.count - position, &read, target, room.count, &written)
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
                    if position == input.count, written < room.count { return Step(read: position, isEnd: false) }
                default: throw CompressionError.corrupt(byte: readCount)
                }
            }
        }
    }

    /// Begins with a stream that has nothing to do with those before.
    func begin() {
        readCount = 0
        writtenCount = 0
        reset()
    }

    /// Goes to the start of another stream.
    func reset() {
        leftoff_inflater_reset(handle)
    }
}
