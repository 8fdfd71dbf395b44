/// The kind of a directory entry; links are not followed.
enum DirectoryEntry: Equatable {
    /// A regular file.
    case file(size: Int64, inode: UInt64)
    /// A symbolic link to any target, or to none.
    case symbolicLink
    /// Anything else.
    case other
}
