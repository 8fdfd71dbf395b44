import FoundationEssentials
import PageScripts

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The directory to which the browser extension is written.
struct ExtensionDirectory {
    /// The add-on id, which the manifest of every version of the extension contains.
    private static let identity = "\"leftoff@leftoff.local\""

    /// The directory's path; the directory need not exist.
    let path: String

    /// Writes the files, each of them atomically.
    ///
    /// - Parameter files: The extension's files.
    /// - Throws: `CommandFailure` if the directory contains anything else, or if a file cannot be written.
    func write(_ files: [BrowserExtension.File]) throws {
        try makeDirectory(path)
        guard try isEmpty() || containsExtension() else {
            throw CommandFailure(
                what: path, why: "not empty, and not an earlier version of the extension; choose another directory",
                status: .cannotCreate)
        }
        // The manifest is written first, so that the next run recognizes the directory after an interruption.
        let isManifest = { (file: BrowserExtension.File) in file.path == BrowserExtension.manifestPath }
        for file in files.filter(isManifest) + files.filter({ !isManifest($0) }) {
            if let slash = file.path.lastIndex(of: "/") { try makeDirectory("\(path)/\(file.path[..<slash])") }
            var output = try OutputStream(path: "\(path)/\(file.path)")
            try output.write(file.bytes)
            try output.finish()
        }
    }

    private func isEmpty() throws -> Bool {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: path).isEmpty
        } catch {
            throw CommandFailure(what: path, why: "cannot be read as a directory", status: .cannotCreate)
        }
    }

    private func containsExtension() -> Bool {
        guard let manifest = FileManager.default.contents(atPath: "\(path)/\(BrowserExtension.manifestPath)") else {
            return false
        }
        return String(decoding: manifest, as: UTF8.self).contains(Self.identity)
    }

    private func makeDirectory(_ path: String) throws {
        var made = path.hasPrefix("/") ? "/" : ""
        for name in path.split(separator: "/") {
            made += name
            if mkdir(made, 0o777) != 0 && errno != EEXIST {
                throw CommandFailure(what: path, why: SystemError.text(errno), status: .cannotCreate)
            }
            made += "/"
        }
    }
}
