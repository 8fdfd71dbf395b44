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

    /// The file systems for which a successful call means that all their files are durable: ext4 (and ext2 and ext3),
    /// XFS, Btrfs, F2FS and tmpfs, by their numbers in `statfs(2)`.
    ///
    /// FUSE and network file systems do not necessarily write anything, and overlayfs does not report the errors of the
    /// file system below it.
    private static let reliableTypes: Set<UInt32> = [
        0xEF53, 0x5846_5342, 0x9123_683E, 0xF2F5_2010, 0x0102_1994,
    ]

    #if canImport(Glibc)
        private typealias SyncFS = @convention(c) (Int32) -> Int32
        private typealias FStatFS = @convention(c) (Int32, UnsafeMutableRawPointer) -> Int32

        // Swift's import of glibc does not contain the functions.
        private static let syncFS: SyncFS? =
            isKernelReliable ? dlsym(nil, "syncfs").map { unsafeBitCast($0, to: SyncFS.self) } : nil
        private static let fstatFS: FStatFS? = dlsym(nil, "fstatfs").map { unsafeBitCast($0, to: FStatFS.self) }

        private static let isKernelReliable: Bool = {
            var names = utsname()
            guard uname(&names) == 0 else { return false }
            let release = withUnsafeBytes(of: names.release) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            return isReliable(release: release)
        }()

        /// Returns the number of the file system in `statfs(2)`; nil if it is unknown.
        private static func fileSystemType(of descriptor: Int32) -> UInt32? {
            guard let fstatFS else { return nil }
            // `struct statfs` has about 120 bytes and begins with the type, a C long.
            return withUnsafeTemporaryAllocation(byteCount: 1_024, alignment: 16) { buffer in
                guard let status = buffer.baseAddress, fstatFS(descriptor, status) == 0 else { return nil }
                return UInt32(truncatingIfNeeded: status.load(as: Int.self))
            }
        }
    #endif

    /// Makes all files of a file system durable.
    ///
    /// An error is reported only for data that was written after the descriptor was opened and after the last call with
    /// it.
    ///
    /// - Parameter descriptor: An open file or directory on the file system.
    /// - Returns: False if nothing is known to be durable.
    static func sync(_ descriptor: Int32) -> Bool {
        #if canImport(Glibc)
            guard let syncFS, let type = fileSystemType(of: descriptor), isReliable(type: type),
                let dirty = dirtyBytes(), dirty <= mostDirtyBytes
            else { return false }
            return syncFS(descriptor) == 0
        #else
            return false
        #endif
    }

    /// Returns true if all files of a file system of this type are durable after a successful call.
    static func isReliable(type: UInt32) -> Bool { reliableTypes.contains(type) }

    /// Returns true if a version of Linux, as `uname(2)` returns it, reports all errors of the call.
    ///
    /// Since version 5.8 it reports errors of writing a file, and since 5.17 also those of the file system's journal.
    static func isReliable(release: String) -> Bool {
        let numbers = release.split { !$0.isNumber }.prefix(2).compactMap { Int($0) }
        return numbers.count == 2 && (numbers[0], numbers[1]) >= (5, 17)
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
