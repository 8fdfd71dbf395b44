import ArgumentParser
import Downloads
import Store

/// `leftoff queue export`: hands the queue to other programs.
struct QueueExportCommand: ParsableCommand, OperandTaking {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Print the queue as other programs read it.",
        discussion:
            "Without ids, everything that is not done, quarantined or removed. What a format cannot carry is said on standard error."
    )

    @Argument(help: ArgumentHelp("Ids or starts of ids.", valueName: "id"))
    var ids: [String] = []

    @Option(help: "The format: \(QueueExportFormat.allCases.map(\.rawValue).joined(separator: ", ")).")
    var format: QueueExportFormat

    @Option(
        name: .shortAndLong, help: ArgumentHelp("A file to print to, instead of standard output.", valueName: "file"))
    var output: String?

    @Flag(help: "Print user names, passwords, cookies and other credentials too.")
    var withCredentials = false

    @OptionGroup var options: GlobalOptions

    var operands: [String] {
        get { ids }
        set { ids = newValue }
    }

    func run() throws {
        let store = try SQLiteQueueStore.standard()
        let items =
            ids.isEmpty
            ? try store.items(in: [.ready, .running, .waiting, .paused, .verifying, .failed])
            : try ids.map { try store.item(id: $0) }
        let export = try format.export(items, includesCredentials: withCredentials)
        var output = try OutputStream(path: output, isPrivate: withCredentials)
        try output.write(export.text.utf8)
        try output.finish()
        guard !options.quiet else { return }
        for note in export.notes { StandardError.writeLine("leftoff: \(note)") }
    }
}

extension QueueExportFormat: ExpressibleByArgument {}
