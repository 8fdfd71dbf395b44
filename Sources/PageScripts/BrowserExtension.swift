import CAssets

/// The browser extension for Chromium and Firefox, as the files of its directory.
package enum BrowserExtension {
    /// A file of the extension.
    package struct File: Sendable {
        /// The path relative to the extension's directory.
        package let path: String
        /// The contents of the file.
        package let bytes: [UInt8]
    }

    /// The path of the manifest, which identifies a directory as the extension's.
    package static let manifestPath = "manifest.json"

    /// Returns all files of the extension: those of `js/extension`, its bundled scripts, and the scripts that it runs
    /// in pages.
    ///
    /// - Parameter version: The version for the manifest, which is Leftoff's.
    /// - Returns: The files, sorted by path.
    package static func files(version: String) -> [File] {
        let scripts = [
            ("page/capture.js", EmbeddedScript.capture.calling("capturePlace")),
            ("page/copy.js", EmbeddedScript.copy.calling("defineCopy")),
            ("page/paint.js", EmbeddedScript.paint.calling("definePainting")),
            ("page/restore.js", EmbeddedScript.restore.calling("defineRestore")),
        ]
        let pageScripts = scripts.map { File(path: $0.0, bytes: Array("\($0.1);\n".utf8)) }
        return (embedded.map { versioned($0, version) } + pageScripts).sorted { $0.path < $1.path }
    }

    /// The files that are written unchanged, except for the version in the manifest.
    static var embedded: [File] {
        (0..<leftoff_extension_file_count()).map { index in
            let file = leftoff_extension_file_at(index)
            let bytes = UnsafeBufferPointer(start: file.bytes, count: file.count)
            return File(path: String(cString: file.path), bytes: Array(bytes))
        }
    }

    private static func versioned(_ file: File, _ version: String) -> File {
        guard file.path == manifestPath else { return file }
        let parts = String(decoding: file.bytes, as: UTF8.self).split(separator: "{{version}}")
        return File(path: file.path, bytes: Array(parts.joined(separator: version).utf8))
    }
}
