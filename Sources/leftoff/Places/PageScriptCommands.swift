import ArgumentParser
import FoundationEssentials
import PageScripts
import Service
import Syntax

/// `leftoff script`: prints a script that runs in a page.
struct ScriptCommand: ParsableCommand {
    /// A script that the command can print.
    enum Script: String, CaseIterable, ExpressibleByArgument {
        /// The script that defines `ExtensionPreprocessingJS`.
        case capture
    }

    static let configuration = CommandConfiguration(
        commandName: "script",
        abstract: "Print the capture script, a single self-contained file."
    )

    @Argument(help: ArgumentHelp("The script to print; there is only capture.", valueName: "kind"))
    var script: Script

    func run() throws {
        switch script {
        case .capture: try OutputStream.print(Array(PageScripts.capture.utf8))
        }
    }
}

/// `leftoff bookmarklet`: prints a bookmarklet.
struct BookmarkletCommand: ParsableCommand {
    /// A kind of bookmarklet.
    enum Bookmarklet: String, CaseIterable, ExpressibleByArgument {
        /// A bookmarklet that captures the page that is open.
        case capture
        /// A bookmarklet that restores the newest place of the page that is open.
        case restore
    }

    static let configuration = CommandConfiguration(
        commandName: "bookmarklet",
        abstract: "Print a bookmarklet that captures or restores a place in the open page.",
        discussion: """
            Save the printed javascript: address as a bookmark. The bookmarklet works while `leftoff serve` runs on \
            this port. The capture bookmarklet contains the capture token.
            """
    )

    @Argument(help: ArgumentHelp("The bookmarklet to print.", valueName: "kind"))
    var bookmarklet: Bookmarklet

    @Option(help: "The port of the service.")
    var port = ServiceConfiguration.defaultPort

    func run() throws {
        let service = "http://127.0.0.1:\(port)"
        let address =
            switch bookmarklet {
            case .capture:
                PageScripts.captureBookmarklet(
                    service: service, token: try TokenFiles(home: DataHome().path).load().capture.text)
            case .restore: PageScripts.restoreBookmarklet(service: service)
            }
        try OutputStream.print(lines: [address])
    }
}

/// `leftoff userscript`: prints the userscript for Violentmonkey, Tampermonkey and Greasemonkey.
struct UserscriptCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "userscript",
        abstract: "Print the userscript for Violentmonkey and Tampermonkey.",
        discussion: """
            The userscript captures a place with Alt+Shift+L, and restores places that are resumed from the service's \
            web page. It contains no token; connect it on the install page of `leftoff serve`.
            """
    )

    @Option(help: "The port of the service.")
    var port = ServiceConfiguration.defaultPort

    func run() throws {
        let script = PageScripts.userscript(service: "http://127.0.0.1:\(port)", version: Version.current)
        try OutputStream.print(Array(script.utf8))
    }
}

/// `leftoff extension`: writes the browser extension to a directory.
struct ExtensionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "extension",
        abstract: "Write the browser extension for Chromium and Firefox to a directory.",
        discussion: """
            The extension uses Manifest V3 and is the same for both browsers. Load it unpacked at chrome://extensions, \
            or as a temporary add-on at about:debugging. The directory is created if it does not exist; otherwise it \
            must be empty or contain an earlier version of the extension.
            """
    )

    @Argument(help: "The directory to write to.")
    var directory: String

    @Flag(name: .shortAndLong, help: "Print only errors on standard error.")
    var quiet = false

    func run() throws {
        try ExtensionDirectory(path: directory).write(BrowserExtension.files(version: Version.current))
        guard !quiet else { return }
        StandardError.writeLine("leftoff: extension written to \(directory)")
        StandardError.writeLine("leftoff: Chromium: chrome://extensions, Developer mode, Load unpacked")
        StandardError.writeLine("leftoff: Firefox: about:debugging, This Firefox, Load Temporary Add-on")
        StandardError.writeLine("leftoff: run 'leftoff native-host install' once, which connects the extension")
    }
}

/// The directory to which the browser extension is written.
private struct ExtensionDirectory {
    /// The add-on id, which the manifest of every version of the extension contains.
    private static let identity = "\"leftoff@leftoff.local\""

    /// The directory's path; the directory need not exist.
    let path: String

    /// Writes the files, each of them atomically.
    ///
    /// - Parameter files: The extension's files.
    /// - Throws: `CommandFailure` if the directory contains anything else, or if a file cannot be written.
    func write(_ files: [BrowserExtension.File]) throws {
        try AtomicFile.createDirectory(path, mode: 0o777)
        guard try isEmpty() || containsExtension() else {
            throw CommandFailure(
                what: path, why: "not empty, and not an earlier version of the extension; choose another directory",
                status: .cannotCreate)
        }
        // The manifest is written first, so that the next run recognizes the directory after an interruption.
        let isManifest = { (file: BrowserExtension.File) in file.path == BrowserExtension.manifestPath }
        for file in files.filter(isManifest) + files.filter({ !isManifest($0) }) {
            if let slash = file.path.lastIndex(of: "/") {
                try AtomicFile.createDirectory("\(path)/\(file.path[..<slash])", mode: 0o777)
            }
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
        guard let manifest = InputBytes.regularFile("\(path)/\(BrowserExtension.manifestPath)") else { return false }
        return String(decoding: manifest, as: UTF8.self).streamSafe.contains(Self.identity)
    }
}
