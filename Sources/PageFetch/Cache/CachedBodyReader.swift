#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A reader of a stored response's body that verifies its checksum.
struct CachedBodyReader: ~Copyable {
    /// The error of a file that is missing or was changed.
    struct Damage: Error {}

    private let descriptor: Int32
    private let checksum: UInt64
    private var left: Int64
    private var sum = CacheChecksum()
    private var buffer = [UInt8](repeating: 0, count: 65_536)

    /// Opens the file of a response; throws ``Damage`` if it no longer exists.
    init(_ response: CachedResponse) throws(Damage) {
        guard let (descriptor, _) = CacheEntryFile.open(response.path) else { throw Damage() }
        self.descriptor = descriptor
        checksum = response.checksum
        left = response.bodyByteCount
    }

    deinit { close(descriptor) }

    /// Reads the next piece.
    ///
    /// - Parameter receive: A function that receives the bytes, which are valid during the call.
    /// - Returns: False if the end of the body was reached and its checksum is right.
    /// - Throws: The error that `receive` throws, or ``Damage``.
    mutating func readPiece(_ receive: (UnsafeRawBufferPointer) throws -> Void) throws -> Bool {
        guard left > 0 else {
            guard sum.value == checksum else { throw Damage() }
            return false
        }
        var count = 0
        let available = Int(min(left, Int64(buffer.count)))
        repeat { count = read(descriptor, &buffer, available) } while count < 0 && errno == EINTR
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
