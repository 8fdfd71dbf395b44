import FoundationEssentials
import ImportExport
import LinkPipeline

/// A directory with the files of an export, such as an archive that was unpacked.
struct ImportDirectory: ImportArchive {
    /// The files of the directory and of its own directories, except of Omnivore's `content` and `highlights`.
    let paths: [String]

    private let root: String

    /// The maximum size of a file.
    private static let byteLimit = 512 << 20

    /// Lists a directory.
    ///
    /// - Parameter path: A path; the result is nil if it does not lead to a directory that can be listed.
    init?(_ path: String) {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else { return nil }
        root = path
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
        // The names come from the files of the export, and must not lead out of it.
        guard !path.split(separator: "/").contains("..") else { return nil }
        let path = "\(root)/\(path)"
        guard InputBytes.isRegularFile(InputPath(path)) else { return nil }
        return try InputBytes.read(path, limit: Self.byteLimit)
    }
}
