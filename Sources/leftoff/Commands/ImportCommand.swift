import ArgumentParser
import FoundationEssentials
import ImportExport
import Store
import TerminalHUD

/// `leftoff import`: imports a backup, or places from another program's file.
struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import places and downloads from Leftoff's JSON, bookmarks or CSV.",
        discussion: """
            Imports either the whole file or, if it is malformed, nothing. Places that exist already stay unchanged. \
            Downloads that were done are not queued again.
            """
    )

    @Argument(help: ArgumentHelp("The file to read; standard input by default or with -.", valueName: "file"))
    var file = "-"

    @Option(help: "The format of the file; detected by default.")
    var format: ImportExportFormat?

    @Flag(name: .shortAndLong, help: "Print only errors on standard error.")
    var quiet = false

    /// The maximum size of a file.
    ///
    /// 100,000 places of typical size take about 400 MB.
    private static let byteLimit = 2 << 30
    /// The maximum size of an input that is not a regular file, and may have no end.
    private static let streamLimit = 512 << 20

    func run() throws {
        let name = file == "-" ? "standard input" : file
        let bytes = try InputBytes.read(file, limit: Self.byteLimit, streamLimit: Self.streamLimit) { part in
            // An input that may have no end is not read to its end only to find that its format is unknown.
            guard format == nil, part.count >= ImportExportFormat.sniffedByteCount,
                ImportExportFormat.sniff(part) == nil
            else { return }
            throw CommandFailure(
                what: name, why: "\(ImportExportError.unknownFormat)", status: .malformedInput)
        }
        let contents: BackupContents
        do { contents = try BackupContents(bytes, format: format) } catch {
            throw CommandFailure(what: name, why: "\(error)", status: .malformedInput)
        }
        let store = SQLiteBackupStore(database: try DataHome().database())
        let receipt = try store.importContents(contents, at: Date())
        guard !quiet else { return }
        for line in contents.omissions { StandardError.writeLine("leftoff: \(TerminalText.sanitized(line))") }
        if receipt.failedDownloads > 0 {
            let count = counted(receipt.failedDownloads, "download")
            StandardError.writeLine("leftoff: \(count) had failed: paused; 'leftoff queue resume' starts them again")
        }
        StandardError.writeLine(
            "leftoff: imported \(counted(receipt.addedPlaces, "place")) (\(receipt.knownPlaces) existed already), "
                + "queued \(counted(receipt.queuedDownloads, "download")) "
                + "(\(contents.finishedCount) had already ended)")
    }
}
