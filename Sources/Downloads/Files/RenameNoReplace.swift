#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Renaming that never replaces a file.
///
/// `renameat2` is shown by glibc's headers to GNU sources only, which Swift's importer does not ask for, so the function
/// is looked up in the C library. Where it or the file system's support is missing, a hard link does the same in two steps.
enum RenameNoReplace {
    private typealias RenameAt2 =
        @convention(c) (Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32) -> Int32

    private static let renameAt2: RenameAt2? = dlsym(nil, "renameat2").map { unsafeBitCast($0, to: RenameAt2.self) }

    /// Renames within a directory.
    ///
    /// - Parameters:
    ///   - old: The file's name.
    ///   - new: Its new name.
    ///   - directory: The descriptor of the directory.
    /// - Returns: 0, or the `errno`: `EEXIST` when the new name is taken, by whatever.
    static func rename(_ old: String, to new: String, in directory: Int32) -> Int32 {
        if let renameAt2 {
            // RENAME_NOREPLACE is 1.
            if renameAt2(directory, old, directory, new, 1) == 0 { return 0 }
            if errno != EINVAL && errno != ENOSYS { return errno }
        }
        guard linkat(directory, old, directory, new, 0) == 0 else { return errno }
        // Both names stand for the file until this; what finds both after a crash deletes the old one.
        return unlinkat(directory, old, 0) == 0 ? 0 : errno
    }
}
