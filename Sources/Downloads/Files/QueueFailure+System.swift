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
    /// - Returns: A temporary failure of the disk, for example a full disk or an I/O error, or a lasting failure.
    static func system(_ number: Int32, _ what: String) -> QueueFailure {
        let message = "\(what): \(String(cString: strerror(number)))"
        return switch number {
        case EACCES, EPERM, EROFS: QueueFailure(.permission, message, isLasting: true)
        case ELOOP: QueueFailure(.refused, message, isLasting: true)
        case ENOENT, ENOTDIR, ENAMETOOLONG, EISDIR, EFBIG, EINVAL: QueueFailure(.disk, message, isLasting: true)
        case ENOSPC, EDQUOT: QueueFailure(.disk, message, needsSpace: true)
        default: QueueFailure(.disk, message)
        }
    }
}
