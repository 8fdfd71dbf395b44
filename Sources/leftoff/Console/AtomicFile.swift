#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A small file that has either its old or its new contents, even after a power failure.
enum AtomicFile {
    /// Writes a file, which is never seen incomplete.
    ///
    /// - Parameters:
    ///   - bytes: The complete contents of the file.
    ///   - path: The file's path; a symbolic link is replaced, not followed.
    ///   - mode: The permissions, regardless of the umask.
    /// - Throws: `CommandFailure` (cannot create).
    static func write(_ bytes: [UInt8], to path: String, mode: mode_t) throws(CommandFailure) {
        let draft = "\(path).\(getpid())"
        // A process with this id may have been killed while it wrote.
        unlink(draft)
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw failure(path) }
        let isComplete =
            fchmod(descriptor, mode) == 0 && writeAll(bytes, to: descriptor)
            && (fsync(descriptor) == 0 || errno == EINVAL)
        let number = errno
        close(descriptor)
        errno = number
        guard isComplete, rename(draft, path) == 0 else {
            let failure = failure(path)
            unlink(draft)
            throw failure
        }
    }

    /// Creates a directory and its missing parents.
    ///
    /// - Parameters:
    ///   - path: The directory's path.
    ///   - mode: The permissions of new directories, without those that the umask removes.
    /// - Throws: `CommandFailure` (cannot create).
    static func createDirectory(_ path: String, mode: mode_t) throws(CommandFailure) {
        var made = path.hasPrefix("/") ? "/" : ""
        for name in path.split(separator: "/") {
            made += name
            if mkdir(made, mode) != 0 && errno != EEXIST { throw failure(path) }
            made += "/"
        }
    }

    private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var start = 0
        while start < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                #if canImport(Glibc)
                    Glibc.write(descriptor, buffer.baseAddress?.advanced(by: start), bytes.count - start)
                #else
                    Darwin.write(descriptor, buffer.baseAddress?.advanced(by: start), bytes.count - start)
                #endif
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return false }
            start += count
        }
        return true
    }

    private static func failure(_ path: String) -> CommandFailure {
        CommandFailure(what: path, why: SystemError.text(errno), status: .cannotCreate)
    }
}
