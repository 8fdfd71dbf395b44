import Dispatch
import DownloadQueue
import Glibc

/// Renaming that never replaces a file.
///
/// glibc declares `renameat2` only if `_GNU_SOURCE` is defined, which Swift's importer does not do, so the function is
/// looked up in the C library. If the library or the file system does not support it, for example NFS, a hard link
/// achieves the same in two steps.
enum RenameNoReplace {
    /// A function with the parameters and the result of `renameat2`.
    typealias RenameAt2 =
        @convention(c) (Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32) -> Int32

    /// The C library's function; nil if it has none.
    static let renameAt2: RenameAt2? =
        dlsym(nil, "renameat2").map { unsafeBitCast($0, to: RenameAt2.self) }

    /// Renames an entry of a directory.
    ///
    /// - Parameters:
    ///   - old: The current name.
    ///   - oldDirectory: The descriptor of its directory.
    ///   - new: The new name.
    ///   - newDirectory: The descriptor of the new name's directory.
    ///   - renameAt2: The function to use if the file system supports it; nil for none.
    /// - Returns: 0, or the `errno`: `EEXIST` if the new name is in use.
    static func rename(
        _ old: String, in oldDirectory: Int32, to new: String, in newDirectory: Int32,
        using renameAt2: RenameAt2? = renameAt2
    ) -> Int32 {
        if let renameAt2 {
            // RENAME_NOREPLACE is 1.
            if renameAt2(oldDirectory, old, newDirectory, new, 1) == 0 { return 0 }
            if ![EINVAL, ENOSYS, EOPNOTSUPP].contains(errno) { return errno }
        }
        if linkat(oldDirectory, old, newDirectory, new, 0) != 0 {
            let number = errno
            // If the reply of a file server was lost, the system repeats the request, and finds the new link.
            guard number == EEXIST, isSameFile(old, oldDirectory, new, newDirectory) else { return number }
        }
        // Until now the file has both names. After a crash, recovery deletes the old one.
        return unlinkat(oldDirectory, old, 0) == 0 ? 0 : errno
    }

    private static func isSameFile(_ one: String, _ directory: Int32, _ other: String, _ otherDirectory: Int32) -> Bool
    {
        var status = stat()
        var otherStatus = stat()
        return fstatat(directory, one, &status, AT_SYMLINK_NOFOLLOW) == 0
            && fstatat(otherDirectory, other, &otherStatus, AT_SYMLINK_NOFOLLOW) == 0
            && status.st_dev == otherStatus.st_dev && status.st_ino == otherStatus.st_ino
    }
}

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

    /// Makes all files of a file system durable.
    ///
    /// An error is reported only for data that was written after the descriptor was opened and after the last call with
    /// it.
    ///
    /// - Parameter descriptor: An open file or directory on the file system.
    /// - Returns: False if nothing is known to be durable.
    static func sync(_ descriptor: Int32) -> Bool {
        guard let syncFS, let type = fileSystemType(of: descriptor), isReliable(type: type),
            let dirty = dirtyBytes(), dirty <= mostDirtyBytes
        else { return false }
        return syncFS(descriptor) == 0
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

/// Extended attributes of files.
///
/// Swift's import of glibc does not contain `fsetxattr`, so the function is looked up in the C library.
enum ExtendedAttribute {
    private typealias Set =
        @convention(c) (Int32, UnsafePointer<CChar>, UnsafeRawPointer?, Int, Int32) -> Int32

    private static let set: Set? = dlsym(nil, "fsetxattr").map { unsafeBitCast($0, to: Set.self) }

    /// Sets an attribute.
    ///
    /// - Parameters:
    ///   - name: The attribute's name, for example `user.leftoff`.
    ///   - bytes: The attribute's value.
    ///   - descriptor: The open file.
    /// - Returns: 0, or the `errno`: `ENOTSUP` if the file system has no extended attributes.
    static func set(_ name: String, _ bytes: [UInt8], of descriptor: Int32) -> Int32 {
        guard let set else { return ENOTSUP }
        return bytes.withUnsafeBytes { set(descriptor, name, $0.baseAddress, $0.count, 0) } == 0 ? 0 : errno
    }
}

extension QueueFailure {
    /// Returns the failure of a system call.
    ///
    /// - Parameters:
    ///   - number: The `errno` that the call has set.
    ///   - what: The subject of the message, for example a path.
    /// - Returns: A temporary failure of the disk, for example a full disk or an I/O error, or a lasting failure. A
    ///   read-only file system is temporary here; see ``withoutFileServer``.
    static func system(_ number: Int32, _ what: String) -> QueueFailure {
        let message = "\(what): \(String(cString: strerror(number)))"
        return switch number {
        case EACCES, EPERM: QueueFailure(.permission, message, isLasting: true)
        case EROFS: QueueFailure(.permission, message, needsSpace: true)
        case ELOOP: QueueFailure(.refused, message, isLasting: true)
        case ENOENT, ENOTDIR, ENAMETOOLONG, EISDIR, EFBIG, EINVAL: QueueFailure(.disk, message, isLasting: true)
        case ENOSPC, EDQUOT: QueueFailure(.disk, message, needsSpace: true)
        default: QueueFailure(.disk, message)
        }
    }

    /// The failure for a destination that is not on a file server.
    ///
    /// A file server is read-only for a while during maintenance. A local file system stays so until its user acts,
    /// who should know at once.
    var withoutFileServer: QueueFailure {
        self.class == .permission && needsSpace ? QueueFailure(.permission, message, isLasting: true) : self
    }
}

/// A dispatch queue for calls that block on the disk, which must not block Swift's few cooperative threads.
enum DiskThread {
    static let queue = DispatchQueue(label: "leftoff.disk", attributes: .concurrent)

    /// Runs a call to its end, even if the task is cancelled, and returns its result.
    static func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result(catching: body)) }
        }
    }
}
