import Glibc

/// The rule by which a file counts as written by the user who runs Leftoff.
package enum FileOwnership {
    /// Returns the reason why another user can have written a file or a directory.
    ///
    /// - Parameters:
    ///   - owner: The number of the user who owns it (`st_uid`).
    ///   - mode: Its mode (`st_mode`).
    ///   - path: Its path, for the reason.
    /// - Returns: The reason, which says how to change that; nil if no other user can have written it.
    package static func obstacle(owner: UInt32, mode: UInt32, path: String) -> String? {
        guard owner == geteuid() else { return "\(path) belongs to another user" }
        guard mode & 0o022 == 0 else { return "other users can change \(path): chmod go-w it" }
        return nil
    }

    /// Returns the reason why another user can have written a file or a directory.
    ///
    /// - Parameter path: A path; symbolic links are followed.
    /// - Returns: The reason; nil if no other user can have written it, or if nothing has this path.
    package static func obstacle(to path: String) -> String? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return obstacle(owner: status.st_uid, mode: status.st_mode, path: path)
    }
}
