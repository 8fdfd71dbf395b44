import ArgumentParser
import PageScripts
import TerminalHUD

/// `leftoff extension`: writes the browser extension, ready to be loaded.
struct ExtensionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "extension",
        abstract: "Write the browser extension for Chromium and Firefox into a directory.",
        discussion: """
            Manifest V3, one for both browsers. Load it unpacked at chrome://extensions, or as a temporary add-on at \
            about:debugging. The directory must be empty, not there yet, or hold an earlier one.
            """
    )

    @Argument(help: "The directory.")
    var directory: String

    @Flag(name: .shortAndLong, help: "Say nothing on standard error but errors.")
    var quiet = false

    func run() throws {
        try ExtensionDirectory(path: directory).write(BrowserExtension.files(version: Version.current))
        guard !quiet else { return }
        let path = TerminalText.sanitized(directory)
        StandardError.writeLine("leftoff: extension written to \(path)")
        StandardError.writeLine("leftoff: Chromium: chrome://extensions, Developer mode, Load unpacked")
        StandardError.writeLine("leftoff: Firefox: about:debugging, This Firefox, Load Temporary Add-on")
    }
}
