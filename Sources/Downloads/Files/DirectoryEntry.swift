/// The kind of a directory's entry, without following links.
enum DirectoryEntry: Equatable {
    /// A regular file.
    case file(size: Int64, inode: UInt64)
    /// A symbolic link, whatever it points to.
    case symbolicLink
    /// Anything else.
    case other
}
