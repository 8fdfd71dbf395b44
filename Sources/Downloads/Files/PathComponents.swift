import DownloadLists

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// An absolute path as a list of names, which are compared byte by byte.
///
/// Strings are compared by characters. For the system, a slash or a dot before a combining character is still one, and
/// two spellings of an accented letter are two names.
struct PathComponents: Sendable, Hashable {
    /// The names, without empty ones and `.`.
    private(set) var names: [[UInt8]]

    /// Creates the names of a path as it is written.
    ///
    /// - Parameter path: A path; the initializer returns nil if it is not absolute, contains `..` or NUL, or is longer
    ///   than paths of the system.
    init?(_ path: String) {
        let isAbsolute = path.utf8.first == UInt8(ascii: "/") && !path.utf8.contains(0)
        // PATH_MAX counts the NUL at the end.
        guard isAbsolute, path.utf8.count < Int(PATH_MAX) else { return nil }
        self.init(bytes: Array(path.utf8))
        if names.contains(Array("..".utf8)) { return nil }
    }

    /// Creates the names of the existing file or directory to which a path leads; returns nil, with `errno`, if the
    /// path cannot be resolved.
    init?(resolving path: String) {
        guard let pointer = realpath(path, nil) else { return nil }
        defer { free(pointer) }
        self.init(bytes: Array(UnsafeRawBufferPointer(start: pointer, count: strlen(pointer))))
    }

    private init(bytes: [UInt8]) {
        names = bytes.split(separator: UInt8(ascii: "/")).map(Array.init).filter { $0 != [UInt8(ascii: ".")] }
    }

    /// Returns the names that lead from a directory to this path; nil if the path is not that directory or below it.
    func names(below directory: PathComponents) -> ArraySlice<[UInt8]>? {
        names.starts(with: directory.names) ? names.dropFirst(directory.names.count) : nil
    }

    /// Removes the last name and returns it; nil for the root of the file system.
    mutating func removeLast() -> [UInt8]? { names.popLast() }

    /// The path without empty components.
    var bytes: [UInt8] { names.isEmpty ? [UInt8(ascii: "/")] : names.flatMap { [UInt8(ascii: "/")] + $0 } }

    /// The path as text.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Returns a path for a message, which is cut if it is very long.
    static func shown(_ path: String) -> String {
        let limit = 300
        return path.utf8.count <= limit ? path : path.prefix(limit) + "…"
    }

    /// Returns a name or a path as the system's functions expect it.
    static func cString(_ bytes: [UInt8]) -> [CChar] { bytes.map(CChar.init(bitPattern:)) + [0] }

    /// Returns true if a name is that of a hidden file or directory, or looks like one.
    static func isHidden(_ name: [UInt8]) -> Bool { FileName.isHidden(name) }
}
