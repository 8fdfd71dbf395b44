#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Reads the body of a stored response piece by piece, and checks it against its checksum.
struct CachedBodyReader: ~Copyable {
    /// The file is not what it was.
    struct Damage: Error {}

    private let descriptor: Int32
    private let checksum: UInt64
    private var left: Int64
    private var sum = CacheChecksum()
    private var buffer = [UInt8](repeating: 0, count: 65_536)

    /// Opens a response's file.
    ///
    /// - Parameter response: The response.
    /// - Throws: ``Damage`` when it is not there any more.
    init(_ response: CachedResponse) throws(Damage) {
        guard let (descriptor, _) = CacheEntryFile.open(response.path) else { throw Damage() }
        self.descriptor = descriptor
        checksum = response.checksum
        left = response.bodyByteCount
    }

    deinit { close(descriptor) }

    /// Reads the next piece.
    ///
    /// - Parameter receive: Gets the bytes; valid during the call.
    /// - Returns: False when the body has ended, and is what it was.
    /// - Throws: What `receive` throws; ``Damage``.
    mutating func readPiece(_ receive: (UnsafeRawBufferPointer) throws -> Void) throws -> Bool {
        guard left > 0 else {
            guard sum.value == checksum else { throw Damage() }
            return false
        }
        var count = 0
        let room = Int(min(left, Int64(buffer.count)))
        repeat { count = read(descriptor, &buffer, room) } while count < 0 && errno == EINTR
        guard count > 0 else { throw Damage() }
        left -= Int64(count)
        try buffer.withUnsafeBytes { bytes in
            let piece = UnsafeRawBufferPointer(rebasing: bytes[..<count])
            sum.add(piece)
            try receive(piece)
        }
        return true
    }
}
