import ArgumentParser
import FoundationEssentials
import JSON
import Store
import TerminalHUD
import Timestamps
import WindowSets

/// `leftoff windows list`: lists the window sets.
struct WindowsListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the windows that were set aside, newest first."
    )

    @Argument(help: ArgumentHelp("Words to search for in titles and addresses.", valueName: "word"))
    var query: [String] = []

    @Option(help: "The output format.")
    var format = ListFormat.table

    @Option(help: ArgumentHelp("List at most this many windows.", valueName: "n"))
    var limit: Int?

    func validate() throws {
        if let limit, limit < 1 { throw ValidationError("--limit must be at least 1") }
    }

    func run() throws {
        let list = try SQLiteWindowSetArchive.standard()
            .list(matching: query.joined(separator: " "), limit: limit, before: nil)
        let sets = list.sets
        var output = try OutputStream()
        switch format {
        case .table:
            let rows = sets.map { set in
                [
                    set.id, String(RFC3339.string(set.storedAt).prefix(16)).replacing("T", with: " "),
                    counted(set.tabs.count, "tab"), set.browser, set.title,
                ]
            }
            for row in TextTable(rows: rows).lines { try output.writeLine(row) }
        case .json: try output.write(JSONText.array(sets.map(Self.document)))
        case .ndjson: for set in sets { try output.write(JSONText.line(Self.document(set))) }
        }
        try output.finish()
        try list.damaged.report()
    }

    private static func document(_ set: StoredWindowSet) -> JSONValue {
        set.json(storedAt: RFC3339.string(set.storedAt))
    }
}
