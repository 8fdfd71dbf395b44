#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Renaming that never replaces a file.
///
/// glibc declares `renameat2` only if `_GNU_SOURCE` is defined, which Swift's importer does not do, so the function is
/// looked up in the C library. If the library or the file system does not support it, for example NFS, a hard link
/// achieves the same in two steps.
package enum RenameNoReplace {
    /// A function with the parameters and the result of `renameat2`.
    package typealias RenameAt2 =
        @convention(c) (Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32) -> Int32

    /// The C library's function; nil if it has none.
    package static let renameAt2: RenameAt2? =
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
    package static func rename(
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
