import CPageScripts

/// The browser extension, one for Chromium and Firefox: its files as they lie in a directory.
package enum BrowserExtension {
    /// A file of the extension.
    package struct File: Sendable {
        /// The path relative to the extension's directory.
        package let path: String
        /// The bytes.
        package let bytes: [UInt8]
    }

    /// The path of the file by which the extension is known.
    package static let manifestPath = "manifest.json"

    private static let captureScript = ScriptBundle(entry: "capture/capture-promise.js", function: "capturePlace")
    private static let restoreScript = ScriptBundle(entry: "restore/restore-definition.js", function: "defineRestore")
    /// The modules that the extension's own scripts import.
    private static let sharedModules = ["symbol/paths.js", "wire/page-key.js"]

    /// Returns all files of the extension: those of `js/extension`, the modules that they share with the page scripts,
    /// and the scripts that run in a page.
    ///
    /// - Parameter version: Leftoff's version, which is the extension's too.
    /// - Returns: The files in the order of their paths.
    package static func files(version: String) -> [File] {
        let scripts = [
            ("page/capture.js", captureScript.expression() + ";\n"),
            ("page/restore.js", restoreScript.expression() + ";\n"),
        ]
        let modules = sharedModules.compactMap { path in ScriptModule.embedded[path].map { (path, $0.text) } }
        let texts = (scripts + modules).map { File(path: $0.0, bytes: Array($0.1.utf8)) }
        return (embedded.map { versioned($0, version) } + texts).sorted { $0.path < $1.path }
    }

    /// The files of `js/extension`.
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
