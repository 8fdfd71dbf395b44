import DownloadLists
import FoundationEssentials

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Paths without symbolic links.
package enum RealPath {
    /// Returns the absolute path of a file or directory that need not exist.
    ///
    /// - Parameter path: A path, relative to the current directory or absolute.
    /// - Returns: The path, in which the part that exists has no symbolic links; nil if the path is empty, has a NUL,
    ///   contains a symbolic link without a target, or has `..` in the part that does not exist.
    package static func resolved(_ path: String) -> String? {
        components(path)?.text
    }

    /// Returns the components of the absolute path of a file or directory that need not exist.
    static func components(_ path: String) -> PathComponents? {
        guard !path.isEmpty, !path.utf8.contains(0) else { return nil }
        let isAbsolute = path.utf8.first == UInt8(ascii: "/")
        let whole = isAbsolute ? path : "\(FileManager.default.currentDirectoryPath)/\(path)"
        guard let (existing, missing) = PathComponents(written: whole).resolved() else { return nil }
        let names = missing.map { String(decoding: $0, as: UTF8.self) }
        var status = stat()
        // A symbolic link without a target exists, although its target does not.
        if let first = names.first, lstat("\(existing.text)/\(first)", &status) == 0 { return nil }
        let result = PathComponents(written: ([existing.text] + names).joined(separator: "/"))
        return result.hasParent ? nil : result
    }
}
