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
        guard !path.isEmpty, !path.utf8.contains(0) else { return nil }
        let isAbsolute = path.utf8.first == UInt8(ascii: "/")
        var existing = path.utf8.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) }
        var missing: [String] = []
        while true {
            let nearest = (isAbsolute ? "/" : "./") + existing.joined(separator: "/")
            if let pointer = realpath(nearest, nil) {
                defer { free(pointer) }
                guard let real = String(validatingCString: pointer), !missing.contains("..") else { return nil }
                let rest = missing.reversed().filter { $0 != "." }
                return rest.isEmpty ? real : ([real == "/" ? "" : real] + rest).joined(separator: "/")
            }
            var status = stat()
            guard errno == ENOENT, lstat(nearest, &status) != 0, let last = existing.popLast() else { return nil }
            missing.append(last)
        }
    }

    /// Returns true if a directory is another one or below it.
    ///
    /// - Parameters:
    ///   - path: An absolute path without symbolic links.
    ///   - root: An absolute path without symbolic links.
    /// - Returns: True if the paths are equal, or if the components of `path` begin with those of `root`.
    package static func contains(_ path: String, below root: String) -> Bool {
        let prefix = root == "/" ? root : root + "/"
        return path.utf8.elementsEqual(root.utf8) || path.utf8.starts(with: prefix.utf8)
    }

    /// Returns true if a component of a path begins with a dot.
    package static func isHidden(_ path: some StringProtocol) -> Bool {
        path.utf8.split(separator: UInt8(ascii: "/")).contains { $0.first == UInt8(ascii: ".") }
    }
}
