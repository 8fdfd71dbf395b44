import Numbers

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The clean-up of a cache's directory, which limits the size of the cache.
enum CacheDirectory {
    private struct File {
        var name: String
        var byteCount: Int64
        var usedAt: Int
    }

    /// The age in seconds at which an unfinished file counts as abandoned, because no page takes a day.
    private static let gracePeriod = 86_400

    /// Removes abandoned files, and the least recently used entries until the total size is small enough.
    ///
    /// Several processes may call this at the same time.
    ///
    /// - Parameters:
    ///   - directory: The path of the cache's directory.
    ///   - maximumBytes: The maximum size of all entries, in bytes.
    static func trim(_ directory: String, to maximumBytes: Int64) {
        var (files, unfinished) = list(directory)
        for name in unfinished { unlink("\(directory)/\(name)") }
        var sum = files.reduce(0) { ByteCount(clamping: $0 + $1.byteCount).bytes }
        guard sum > maximumBytes else { return }
        files.sort { ($0.usedAt, $0.name) < ($1.usedAt, $1.name) }
        // Removes a tenth more than necessary, so that the next page does not cause another clean-up.
        for file in files where sum > maximumBytes / 10 * 9 {
            unlink("\(directory)/\(file.name)")
            sum -= file.byteCount
        }
    }

    /// Returns the entries and the names of abandoned files; files with any other name do not belong to the cache.
    private static func list(_ directory: String) -> (files: [File], unfinished: [String]) {
        guard let stream = opendir(directory) else { return ([], []) }
        defer { closedir(stream) }
        let now = time(nil)
        var files: [File] = []
        var unfinished: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            let isPart = name.hasPrefix(".part-")
            guard isPart || isEntry(name) else { continue }
            var status = stat()
            guard lstat("\(directory)/\(name)", &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
            #if canImport(Darwin)
                let usedAt = status.st_mtimespec.tv_sec
            #else
                let usedAt = status.st_mtim.tv_sec
            #endif
            if isPart {
                if usedAt < now - gracePeriod { unfinished.append(name) }
            } else {
                files.append(File(name: name, byteCount: ByteCount(clamping: status.st_size).bytes, usedAt: usedAt))
            }
        }
        return (files, unfinished)
    }

    private static func isEntry(_ name: String) -> Bool {
        name.utf8.count == 32 && name.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }
}
