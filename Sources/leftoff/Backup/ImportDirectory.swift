import FoundationEssentials
import Glibc
import ImportExport

/// A directory with the files of an export, such as an archive that was unpacked.
///
/// The names of files come from the export, and so may symbolic links. Nothing outside of the directory is read.
struct ImportDirectory: ImportArchive {
    /// The files of the directory and of the directories in it, except those with saved pages.
    ///
    /// A directory that cannot be listed, one that is nested too deep, and a symbolic link count as files.
    let paths: [String]

    /// The path without symbolic links.
    private let root: String

    /// The maximum size of a file.
    private static let byteLimit = 512 << 20

    /// The maximum number of files, whose paths are in memory together.
    private static let countLimit = 1_000_000

    /// Lists a directory.
    ///
    /// - Parameter path: A path; the result is nil if it does not lead to a directory that can be listed.
    /// - Throws: `ImportExportError` if it contains too many files.
    init?(_ path: String) throws {
        guard let names = Self.contents(of: path), let root = SystemPath.resolved(path) else { return nil }
        self.root = root
        var paths: [String] = []
        // The directories that are not visited yet, with the numbers of directories around their files.
        var rest = [(directory: "", names: names, depth: 1)]
        while let (directory, names, depth) = rest.popLast() {
            for name in names {
                let file = directory + name
                guard Self.isDirectory("\(root)/\(file)"), depth < ArchivePaths.maximumDepth,
                    let inner = Self.contents(of: "\(root)/\(file)")
                else {
                    guard paths.count < Self.countLimit else {
                        throw ImportExportError.malformed("the directory has more than \(Self.countLimit) files")
                    }
                    paths.append(file)
                    continue
                }
                if !ArchivePaths.isSavedContent(name, beside: names) { rest.append((file + "/", inner, depth + 1)) }
            }
        }
        self.paths = paths
    }

    /// Returns true if a path leads to a directory without a symbolic link at its end, which could lead to a circle.
    private static func isDirectory(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Returns the names in a directory; nil if it cannot be listed.
    private static func contents(of path: String) -> [String]? {
        try? FileManager.default.contentsOfDirectory(atPath: path)
    }

    func content(of path: String) throws -> [UInt8]? {
        guard let file = SystemPath.resolved("\(root)/\(path)") else {
            let number = errno
            if number == ENOENT || number == ENOTDIR { return nil }
            throw ImportExportError.malformed("\(path): \(String(cString: strerror(number)))")
        }
        guard file.hasPrefix(root == "/" ? root : root + "/") else {
            throw ImportExportError.malformed("\(path): it leads out of the directory")
        }
        guard InputBytes.isRegularFile(file) else { return nil }
        return try InputBytes.read(file, limit: Self.byteLimit)
    }
}
