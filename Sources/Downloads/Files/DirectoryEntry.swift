/// What a name in a directory is, without following links.
enum DirectoryEntry: Equatable {
    /// A regular file.
    case file(size: Int64, inode: UInt64)
    /// A symbolic link, wherever it points.
    case symbolicLink
    /// Anything else.
    case other
}
