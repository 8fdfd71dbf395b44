import FoundationEssentials
import ImportExport
import LinkPipeline

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A directory with the files of an export, such as an archive that was unpacked.
///
/// The names of files come from the export, and so may symbolic links. Nothing outside of the directory is read.
struct ImportDirectory: ImportArchive {
    /// The files of the directory and of its own directories, except of Omnivore's `content` and `highlights`.
    let paths: [String]

    /// The path without symbolic links.
    private let root: String

    /// The maximum size of a file.
    private static let byteLimit = 512 << 20

    /// Lists a directory.
    ///
    /// - Parameter path: A path; the result is nil if it does not lead to a directory that can be listed.
    init?(_ path: String) {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: path), let root = Self.resolved(path)
        else { return nil }
        self.root = root
        var paths: [String] = []
        for name in names {
            let inner = try? FileManager.default.contentsOfDirectory(atPath: "\(path)/\(name)")
            if inner == nil {
                paths.append(name)
            } else if name != "content", name != "highlights" {
                paths += (inner ?? []).map { "\(name)/\($0)" }
            }
        }
        self.paths = paths
    }

    func content(of path: String) throws -> [UInt8]? {
        guard let file = Self.resolved("\(root)/\(path)") else {
            let number = errno
            if number == ENOENT || number == ENOTDIR { return nil }
            throw ImportExportError.malformed("\(path): \(String(cString: strerror(number)))")
        }
        guard file.hasPrefix(root == "/" ? root : root + "/") else {
            throw ImportExportError.malformed("\(path): it leads out of the directory")
        }
        guard InputBytes.isRegularFile(InputPath(file)) else { return nil }
        return try InputBytes.read(file, limit: Self.byteLimit)
    }

    /// Returns the absolute path without symbolic links; nil if the file cannot be found or reached (`errno`).
    private static func resolved(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
