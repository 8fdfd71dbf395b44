import ArgumentParser
import FoundationEssentials
import Store
import TerminalHUD
import WindowSets

/// `leftoff windows import`: imports the windows of another program.
struct WindowsImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import windows from OneTab or Tab Session Manager, and print their ids.",
        discussion: """
            Reads the text that OneTab exports (a line `ADDRESS | TITLE` for each tab, a blank line between windows) \
            and the JSON that Tab Session Manager exports. Imports all windows of the file in one transaction. A \
            window that was imported before is not imported again. Messages on standard error list the lines that \
            cannot be read; the exit status is then 1. Only addresses and titles are imported, also of hosts that are \
            never captured.
            """
    )

    @Argument(help: ArgumentHelp("The file to read; standard input by default or with -.", valueName: "file"))
    var file = "-"

    @Flag(name: .shortAndLong, help: "Print only errors on standard error.")
    var quiet = false

    /// The maximum size of a file; exports of Tab Session Manager contain icons.
    private static let byteLimit = 512 << 20
    /// The maximum size of an input that is not a regular file, and may have no end.
    private static let streamLimit = 128 << 20

    func run() throws {
        let bytes = try InputBytes.read(file, limit: Self.byteLimit, streamLimit: Self.streamLimit)
        let contents: WindowSetImport
        do { contents = try WindowSetImport(bytes) } catch {
            throw CommandFailure(
                what: file == "-" ? "standard input" : file, why: "\(error)", status: .malformedInput)
        }
        let stored = try SQLiteWindowSetArchive.standard().add(contents.additions)
        let new = stored.filter(\.isNew)
        var output = try OutputStream()
        for window in new { try output.writeLine(window.set.id) }
        try output.finish()
        for line in contents.omissions { StandardError.writeLine("leftoff: \(line)") }
        if !quiet {
            let tabs = counted(new.reduce(0) { $0 + $1.set.tabs.count }, "tab")
            StandardError.writeLine(
                "leftoff: imported \(counted(new.count, "window")) with \(tabs) "
                    + "(\(stored.count - new.count) existed already)")
        }
        if !contents.omissions.isEmpty { throw ExitStatus.someFailed }
    }
}
