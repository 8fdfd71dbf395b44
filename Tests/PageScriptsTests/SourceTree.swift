import Foundation

/// The directories of this repository that the tests read.
enum SourceTree {
    /// The directory `js`.
    static let scripts = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "js").resolvingSymlinksInPath()

    /// Returns the paths of the files in a directory and its subdirectories.
    ///
    /// - Parameter directory: A directory below `js`.
    /// - Returns: Paths relative to the directory.
    /// - Throws: If the directory cannot be read.
    static func files(in directory: String) throws -> Set<String> {
        let root = scripts.appending(path: directory)
        let paths = try FileManager.default.subpathsOfDirectory(atPath: root.path).filter { path in
            var isDirectory: ObjCBool = false
            let full = root.appending(path: path).path
            return FileManager.default.fileExists(atPath: full, isDirectory: &isDirectory) && !isDirectory.boolValue
        }
        return Set(paths)
    }
}
