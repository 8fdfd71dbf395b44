#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Making all files of a file system durable with one call.
///
/// For 256 new files of 8 KiB on ext4, one `syncfs` took 5 to 94 ms and one `fdatasync` for each file 520 to 880 ms,
/// because each of them waits for the file system's journal.
enum FileSystemSync {
    /// The number of files from which one call is used for all.
    static let leastFiles = 8

    /// The number of unwritten bytes of all programs up to which the call is used; more would delay it.
    private static let mostDirtyBytes = 128 << 20

    #if canImport(Glibc)
        private typealias SyncFS = @convention(c) (Int32) -> Int32

        // Swift's import of glibc does not contain the function.
        private static let syncFS: SyncFS? =
            reportsErrors ? dlsym(nil, "syncfs").map { unsafeBitCast($0, to: SyncFS.self) } : nil

        /// True if `syncfs` reports write errors, as it does since Linux 5.8.
        private static let reportsErrors: Bool = {
            var names = utsname()
            guard uname(&names) == 0 else { return false }
            let release = withUnsafeBytes(of: names.release) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            let numbers = release.split { !$0.isNumber }.prefix(2).compactMap { Int($0) }
            return numbers.count == 2 && (numbers[0], numbers[1]) >= (5, 8)
        }()
    #endif

    /// Makes all files of a file system durable.
    ///
    /// - Parameter descriptor: An open file or directory on the file system.
    /// - Returns: False if nothing is known to be durable.
    static func sync(_ descriptor: Int32) -> Bool {
        #if canImport(Glibc)
            guard let syncFS, let dirty = dirtyBytes(), dirty <= mostDirtyBytes else { return false }
            return syncFS(descriptor) == 0
        #else
            return false
        #endif
    }

    /// Returns the number of bytes that all programs have written and that are not on disk yet.
    private static func dirtyBytes() -> Int? {
        let file = open("/proc/meminfo", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        return withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 1) { buffer in
            let count = read(file, buffer.baseAddress, buffer.count)
            guard count > 0 else { return nil }
            return dirtyBytes(in: String(decoding: UnsafeRawBufferPointer(rebasing: buffer[..<count]), as: UTF8.self))
        }
    }

    /// Returns the bytes that the lines `Dirty` and `Writeback` of `/proc/meminfo` report; nil if one is missing.
    static func dirtyBytes(in text: String) -> Int? {
        var total = 0
        for name in ["Dirty:", "Writeback:"] {
            guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix(name) }) else { return nil }
            guard let kibibytes = line.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else { return nil }
            total += kibibytes << 10
        }
        return total
    }
}
