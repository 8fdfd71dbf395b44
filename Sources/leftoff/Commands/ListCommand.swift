import ArgumentParser
import JSON
import Snapshots
import Store
import TerminalHUD

/// `leftoff list`: lists the stored places.
struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the places where you left off, newest first."
    )

    @Argument(help: ArgumentHelp("Words to search for in title, address and text.", valueName: "word"))
    var query: [String] = []

    @Option(help: "The output format.")
    var format = ListFormat.table

    @Option(help: ArgumentHelp("List at most this many places.", valueName: "n"))
    var limit: Int?

    func validate() throws {
        if let limit, limit < 1 { throw ValidationError("--limit must be at least 1") }
    }

    func run() throws {
        let words = query.joined(separator: " ")
        let places = try SQLiteSnapshotArchive.standard()
            .snapshots(matching: words.isEmpty ? nil : words, limit: limit, offset: 0)
        var output = try OutputStream()
        switch format {
        case .table:
            for row in TextTable(rows: places.map(PlaceSummary.init).map(\.row)).lines { try output.writeLine(row) }
        case .json:
            try output.write(JSONText.array(places.map(PlaceSummary.init)))
        case .ndjson:
            for place in places { try output.write(JSONText.line(PlaceSummary(place))) }
        }
        try output.finish()
    }
}
