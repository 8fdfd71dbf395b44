import ArgumentParser
import ImportExport
import FoundationEssentials
import Store

/// `leftoff export`: everything, readable and complete.
struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write all places and the queue as JSON, or the places as bookmarks or CSV.",
        discussion: """
            JSON is a backup: 'leftoff import' brings back all places with ids, times, tags and notes, and queues what was not done \
            yet, from the beginning; what failed waits to be resumed. Done and quarantined downloads are listed in it, but not brought back, and \
            files, settings and tokens are not in it. Bookmarks are for browsers, CSV is what Readwise and the like read: \
            a field that a spreadsheet would take for a formula begins with an apostrophe there.
            """
    )

    @Argument(help: ArgumentHelp("The file; standard output without one, or - .", valueName: "file"))
    var file: String?

    @Option(help: "json, bookmarks or csv.")
    var format = ImportExportFormat.json

    @Flag(help: "Write user names, passwords, cookies and request fields of the queue too.")
    var withCredentials = false

    func run() throws {
        let store = SQLiteBackupStore(database: try DataHome().database())
        var output = try OutputStream(path: file, isPrivate: withCredentials)
        var export = BackupExport(format: format, of: store, at: Date(), hasCredentials: withCredentials)
        while let part = try export.next() { try output.write(part) }
        try output.finish()
    }
}

extension ImportExportFormat: ExpressibleByArgument {}
