import Transfer

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Writes one entry of the cache: under a name of its own, until it is complete.
///
/// What goes wrong with the disk ends the entry, never the fetch.
struct CacheWriter: Sendable {
    private let part: String
    private let path: String
    private var descriptor: Int32
    private var entry: CachedResponse
    private var checksum = CacheChecksum()
    private let onCommit: @Sendable (Int64) -> Void

    /// Begins an entry, or is nil when its file cannot be made.
    ///
    /// - Parameters:
    ///   - entry: What is known from the head; the length and the checksum of the body are filled in.
    ///   - part: The name until it is complete.
    ///   - onCommit: Told the file's length in bytes when it has its name.
    init?(_ entry: CachedResponse, part: String, onCommit: @escaping @Sendable (Int64) -> Void) {
        descriptor = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return nil }
        self.part = part
        self.onCommit = onCommit
        path = entry.path
        self.entry = entry
        self.entry.bodyByteCount = 0
    }

    /// Adds bytes of the body.
    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        guard descriptor >= 0 else { return }
        checksum.add(bytes)
        entry.bodyByteCount += Int64(bytes.count)
        if !write(bytes) { discard() }
    }

    /// Completes the entry and gives it its name.
    mutating func commit() {
        guard descriptor >= 0 else { return }
        entry.checksum = checksum.value
        let trailer = CacheEntryCoding.trailer(of: entry)
        guard trailer.withUnsafeBytes({ write($0) }), rename(part, path) == 0 else { return discard() }
        close(descriptor)
        descriptor = -1
        onCommit(entry.bodyByteCount + Int64(trailer.count))
    }

    /// Gives the entry up.
    mutating func discard() {
        guard descriptor >= 0 else { return }
        close(descriptor)
        descriptor = -1
        unlink(part)
    }

    private func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var rest = bytes
        while !rest.isEmpty {
            #if canImport(Darwin)
                let count = Darwin.write(descriptor, rest.baseAddress, rest.count)
            #elseif canImport(Musl)
                let count = Musl.write(descriptor, rest.baseAddress, rest.count)
            #else
                let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
            #endif
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
        return true
    }
}
