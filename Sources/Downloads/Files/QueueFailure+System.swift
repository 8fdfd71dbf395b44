import DownloadQueue

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

extension QueueFailure {
    /// The failure that an `errno` means.
    ///
    /// - Parameters:
    ///   - number: The `errno`.
    ///   - what: What failed, for example a path.
    /// - Returns: A disk failure that may pass (a full disk, an I/O error), or a lasting one.
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
