/// The files of an export: a ZIP archive or a directory.
package protocol ImportArchive: Sendable {
    /// The paths of the files, with `/` between their components.
    var paths: [String] { get }

    /// Returns the content of a file; nil if there is no such file.
    ///
    /// - Parameter path: One of ``paths``, or another path.
    /// - Returns: The bytes.
    /// - Throws: ``ImportExportError`` or the error of the file system if the file cannot be read.
    func content(of path: String) throws -> [UInt8]?
}

extension ImportArchive {
    /// The paths of the files whose entries become places, in their natural order.
    ///
    /// Omnivore's `content` contains the articles themselves.
    var entryPaths: [String] {
        paths.filter { path in
            let components = path.split(separator: "/")
            let name = components.last ?? ""
            return (name.hasSuffix(".csv") || name.hasSuffix(".json")) && !name.hasPrefix(".")
                && !components.dropLast().contains("content") && components.first != "__MACOSX"
        }
        // metadata_40_to_60.json comes before metadata_100_to_120.json.
        .sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
    }
}
