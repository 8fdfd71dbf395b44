import ArgumentParser
import ImportExport
import FoundationEssentials
import Store
import TerminalHUD

/// `leftoff import`: what was exported, or bookmarks and quotes of other programs.
struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Take places and downloads in from Leftoff's JSON, bookmarks or CSV.",
        discussion: """
            The format is recognised. Places that are there already stay as they are; downloads that were done are not queued \
            again. All of a file is taken in, or nothing.
            """
    )

    @Argument(help: ArgumentHelp("The file; standard input without one, or - .", valueName: "file"))
    var file = "-"

    @Option(help: "json, bookmarks or csv.")
    var format: ImportExportFormat?

    @Flag(name: .shortAndLong, help: "Say nothing on standard error but errors.")
    var quiet = false

    /// A hundred thousand places of common size are some 400 MB; more is not a file that a person meant.
    private static let mostBytes = 2 << 30

    func run() throws {
        let bytes = try InputBytes.read(file, limit: Self.mostBytes)
        let name = file == "-" ? "standard input" : file
        let contents: BackupContents
        do { contents = try BackupContents(bytes, format: format) } catch {
            throw CommandFailure(what: name, why: "\(error)", status: .malformedInput)
        }
        let store = SQLiteBackupStore(database: try DataHome().database())
        let receipt = try store.takeIn(contents, at: Date())
        guard !quiet else { return }
        for line in contents.omissions { StandardError.writeLine("leftoff: \(TerminalText.sanitized(line))") }
        StandardError.writeLine(
            "leftoff: \(counted(receipt.addedPlaces, "place")) taken in, there already: \(receipt.knownPlaces); "
                + "\(counted(receipt.queuedDownloads, "download")) queued, ended before: \(contents.finishedCount)")
    }
}
