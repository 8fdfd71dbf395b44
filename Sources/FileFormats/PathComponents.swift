import Glibc

/// A path as a list of names, which are compared byte by byte.
///
/// Strings are compared by characters. For the system, a slash or a dot before a combining character is still one, and
/// two spellings of an accented letter are two names.
package struct PathComponents: Sendable, Hashable {
    /// The names, without empty ones and `.`.
    package private(set) var names: [[UInt8]]

    /// The maximum number of directories between a directory that a person chose and a file, if data names them.
    ///
    /// Thousands of nested directories are hard to list and to delete.
    package static let maximumDepth = 64

    /// The maximum number of bytes of a name (`NAME_MAX` of common file systems).
    package static let maximumNameLength = 255

    /// Creates the names of a path as it is written, absolute or relative.
    package init(written path: String) {
        self.init(bytes: Array(path.utf8))
    }

    /// Creates the names of an absolute path as it is written.
    ///
    /// - Parameter path: A path; the initializer returns nil if it is not absolute, contains `..` or NUL, or is longer
    ///   than paths of the system.
    package init?(_ path: String) {
        let isAbsolute = path.utf8.first == UInt8(ascii: "/") && !path.utf8.contains(0)
        // PATH_MAX counts the NUL at the end.
        guard isAbsolute, path.utf8.count < Int(PATH_MAX) else { return nil }
        self.init(written: path)
        if hasParent { return nil }
    }

    /// Creates the names of the existing file or directory to which a path leads; returns nil, with `errno`, if the
    /// path cannot be resolved.
    package init?(resolving path: String) {
        guard let pointer = realpath(path, nil) else { return nil }
        defer { free(pointer) }
        self.init(bytes: Array(UnsafeRawBufferPointer(start: pointer, count: strlen(pointer))))
    }

    private init(bytes: [UInt8]) {
        names = bytes.split(separator: UInt8(ascii: "/")).map(Array.init).filter { $0 != [UInt8(ascii: ".")] }
    }

    /// True if a name is `..`.
    package var hasParent: Bool { names.contains(Array("..".utf8)) }

    /// Returns the names that lead from a directory to this path.
    ///
    /// - Parameter directory: The path of a directory.
    /// - Returns: The names; nil if the path is not the directory or below it.
    package func names(below directory: PathComponents) -> ArraySlice<[UInt8]>? {
        names.starts(with: directory.names) ? names.dropFirst(directory.names.count) : nil
    }

    /// Resolves the symbolic links of the longest part of this absolute path that exists.
    ///
    /// - Returns: That part, and the names of the rest; nil, with `errno`, if a part cannot be resolved for another
    ///   reason than that it does not exist.
    package func resolved() -> (existing: PathComponents, missing: [[UInt8]])? {
        var (rest, missing): (PathComponents, [[UInt8]]) = (self, [])
        while true {
            if let existing = PathComponents(resolving: rest.text) { return (existing, missing.reversed()) }
            guard errno == ENOENT, let last = rest.names.popLast() else { return nil }
            missing.append(last)
        }
    }

    /// The absolute path without empty components.
    package var bytes: [UInt8] { names.isEmpty ? [UInt8(ascii: "/")] : names.flatMap { [UInt8(ascii: "/")] + $0 } }

    /// The absolute path as text.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Returns a path for a message, which is cut if it is very long.
    ///
    /// - Parameter path: A path of any length.
    /// - Returns: At most 300 characters and an ellipsis.
    package static func shown(_ path: String) -> String {
        let limit = 300
        return path.utf8.count <= limit ? path : path.prefix(limit) + "…"
    }

    /// Returns true if the first visible character of a name is a dot.
    ///
    /// File managers hide a name that begins with a dot. One with an invisible character before the dot is not hidden,
    /// but a person takes it for the hidden one.
    ///
    /// - Parameter name: The bytes of one component of a path.
    /// - Returns: True also for `.` and `..`.
    package static func isHidden(_ name: [UInt8]) -> Bool {
        let scalars = String(decoding: name, as: UTF8.self).unicodeScalars
        return scalars.first { scalar in
            !scalar.properties.isDefaultIgnorableCodePoint && scalar.properties.generalCategory != .format
        } == "."
    }
}
