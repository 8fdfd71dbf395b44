import Transfer

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A writer of one cache entry, whose file has a temporary name until it is complete.
///
/// A disk error discards the entry, but never fails the fetch.
struct CacheWriter: Sendable {
    private let part: String
    private let path: String
    private var descriptor: Int32
    private var entry: CachedResponse
    private var checksum = CacheChecksum()
    private let onCommit: @Sendable (Int64) -> Void

    /// Creates an entry's file; nil if that fails.
    ///
    /// - Parameters:
    ///   - entry: The entry; the writer computes the length and the checksum of its body.
    ///   - part: The temporary path of the file.
    ///   - onCommit: A function that is called with the file's length in bytes once the entry is complete.
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

    /// Completes the entry and renames its file.
    mutating func commit() {
        guard descriptor >= 0 else { return }
        entry.checksum = checksum.value
        let trailer = CacheEntryCoding.trailer(of: entry)
        guard trailer.withUnsafeBytes({ write($0) }), rename(part, path) == 0 else { return discard() }
        close(descriptor)
        descriptor = -1
        onCommit(entry.bodyByteCount + Int64(trailer.count))
    }

    /// Removes the file; has no effect once the entry is complete.
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
