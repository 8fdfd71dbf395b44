#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The deletion of all copies, when all data of Leftoff is deleted.
package enum CopyRemoval {
    /// Deletes all files of copies, their index, and the directory if nothing else is in it.
    ///
    /// - Parameter directory: The path of the directory of copies.
    /// - Returns: The paths of files that cannot be deleted.
    package static func removeAll(in directory: String) -> [String] {
        var left: [String] = []
        func remove(_ file: String) {
            if unlink(file) != 0, errno != ENOENT { left.append(file) }
        }
        let files = CopyFiles(path: directory)
        var found: [String] = []
        files.forEachFile { file, _, _ in found.append(file) }
        found.forEach(remove)
        let index = directory + "/" + CopyIndex.fileName
        for ending in [""] + LeftoffDatabase.journalEndings { remove(index + ending) }
        for group in files.groups { rmdir(group) }
        rmdir(directory)
        return left
    }
}
