import DownloadQueue

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

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
