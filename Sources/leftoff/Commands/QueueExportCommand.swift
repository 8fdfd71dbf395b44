import ArgumentParser
import DownloadImportExport
import DownloadQueue
import Downloads
import TerminalHUD

/// `leftoff queue export`: prints the queue in another program's format.
struct QueueExportCommand: ParsableCommand, OperandListCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Print the queue in a format that other programs read.",
        discussion: """
            Without ids, exports all downloads that are not done, quarantined or removed. Messages on standard error \
            say what the format cannot represent.
            """
    )

    @Argument(help: ArgumentHelp("Ids, or unambiguous prefixes of ids.", valueName: "id"))
    var ids: [String] = []

    @Option(help: "The format of the list.")
    var format: QueueExportFormat

    @Option(
        name: .shortAndLong, help: ArgumentHelp("Write to this file instead of standard output.", valueName: "file"))
    var output: String?

    @Flag(help: "Include user names, passwords, cookies and other credentials.")
    var withCredentials = false

    @OptionGroup(title: "Shared queues") var rules: WorkerRuleOptions
    @OptionGroup var storage: QueueStoreOptions
    @OptionGroup var options: GlobalOptions

    var operands: [String] {
        get { ids }
        set { ids = newValue }
    }

    func run() throws {
        let queue = try storage.open()
        let store = queue.store
        let stored =
            ids.isEmpty
            ? try store.items(in: [.ready, .running, .waiting, .paused, .verifying, .failed])
            : try ids.map { try store.item(id: $0) }
        let (items, notes) = WorkerRules.reduced(stored, by: try queue.rules(rules))
        let export = try format.export(items, includesCredentials: withCredentials)
        var output = try OutputStream(path: output, isPrivate: true)
        try output.write(export.text.utf8)
        try output.finish()
        if !options.quiet { for note in notes + export.notes { StandardError.writeLine("leftoff: \(note)") } }
        for problem in export.problems { StandardError.writeLine(TerminalText.sanitized("leftoff: \(problem)")) }
        try store.reportDamagedRows()
        if !export.problems.isEmpty { throw ExitStatus.someFailed }
    }
}

extension QueueExportFormat: ExpressibleByArgument {}
