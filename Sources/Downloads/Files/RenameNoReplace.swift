#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Renaming that never replaces a file.
///
/// glibc declares `renameat2` only if `_GNU_SOURCE` is defined, which Swift's importer does not do, so the function is
/// looked up in the C library. If the library or the file system does not support it, a hard link achieves the same in
/// two steps.
enum RenameNoReplace {
    private typealias RenameAt2 =
        @convention(c) (Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32) -> Int32

    private static let renameAt2: RenameAt2? = dlsym(nil, "renameat2").map { unsafeBitCast($0, to: RenameAt2.self) }

    /// Renames an entry of a directory.
    ///
    /// - Parameters:
    ///   - old: The current name.
    ///   - new: The new name.
    ///   - directory: The descriptor of the directory.
    /// - Returns: 0, or the `errno`: `EEXIST` if the new name is in use.
    static func rename(_ old: String, to new: String, in directory: Int32) -> Int32 {
        if let renameAt2 {
            // RENAME_NOREPLACE is 1.
            if renameAt2(directory, old, directory, new, 1) == 0 { return 0 }
            if errno != EINVAL && errno != ENOSYS { return errno }
        }
        guard linkat(directory, old, directory, new, 0) == 0 else { return errno }
        // Until now the file has both names. After a crash, recovery deletes the old one.
        return unlinkat(directory, old, 0) == 0 ? 0 : errno
    }
}
