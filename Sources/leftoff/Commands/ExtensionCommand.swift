import ArgumentParser
import PageScripts

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
