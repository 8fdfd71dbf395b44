import ArgumentParser
import FoundationEssentials
import ImportExport
import Store

/// `leftoff export`: writes a backup, or the places in another program's format.
struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Export all places and the queue as JSON, or the places as bookmarks or CSV.",
        discussion: """
            JSON is a backup. `leftoff import` restores all places in it, with their ids, times, tags, notes and \
            copies. It queues unfinished downloads again, from their first byte; failed downloads are added as paused. \
            Done and quarantined downloads are listed in the backup but not queued again. Downloaded files, settings \
            and tokens are not part of it.

            Bookmarks are for browsers. CSV is for Readwise and similar services; a cell that a spreadsheet would run \
            as a formula starts with an apostrophe.
            """
    )

    @Argument(help: ArgumentHelp("The file to write; standard output by default or with -.", valueName: "file"))
    var file: String?

    @Option(help: "The format of the file.")
    var format = ImportExportFormat.json

    @Flag(help: "Include the user names, passwords, cookies and request fields of downloads.")
    var withCredentials = false

    @Flag(name: .customLong("no-copies"), help: "Leave out the copies of pages.")
    var omitsCopies = false

    func run() throws {
        let store = SQLiteBackupStore(database: try DataHome().database())
        var output = try OutputStream(path: file, isPrivate: true)
        var export = BackupExport(
            format: format, of: store, at: Date(), hasCredentials: withCredentials, hasCopies: !omitsCopies)
        while let part = try export.next() { try output.write(part) }
        try output.finish()
        for line in export.omissions { StandardError.writeLine("leftoff: \(line)") }
        if !export.omissions.isEmpty { throw ExitStatus.someFailed }
    }
}

extension ImportExportFormat: ExpressibleByArgument {}
