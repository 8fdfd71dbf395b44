import ArgumentParser
import FoundationEssentials
import JSON
import Snapshots
import Store
import TerminalHUD
import Timestamps

/// `leftoff show`: prints the snapshot of a place.
struct ShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Print the snapshot of a place as JSON.",
        discussion: """
            `leftoff capture` reads the same JSON.

            A place in an archive's copy of a page or in an AMP page belongs to the original page. With --editions, \
            the command lists all places on the original page, each with its edition (archive, amp, copy or \
            original) and its address.
            """
    )

    @OptionGroup var place: PlaceArgument

    @Flag(help: "List the places on the same page in all its editions instead, newest first.")
    var editions = false

    @Option(help: "The output format of --editions.")
    var format: ListFormat?

    func validate() throws {
        if format != nil, !editions { throw ValidationError("--format is only for --editions") }
    }

    func run() throws {
        if editions { return try listEditions() }
        let stored = try place.find()
        var output = try OutputStream()
        try output.write(JSONText.indented(stored.snapshot.json))
        try output.finish()
        guard stored.origin == .automatic, let expiresAt = stored.expiresAt else { return }
        let day = RFC3339.string(expiresAt).prefix(10)
        StandardError.writeLine("leftoff: \(stored.id): kept automatically; it expires on \(day)")
    }

    private func listEditions() throws {
        let archive = try SQLiteSnapshotArchive.standard()
        let page = try archive.snapshot(id: place.id).snapshot.pageKey
        let list = try archive.list(SnapshotListing(pageKey: page))
        let places = list.snapshots.map { PlaceSummary($0) }
        var output = try OutputStream()
        switch format ?? .table {
        case .table:
            let rows = places.map { [$0.id, $0.edition ?? "original"] + $0.row.dropFirst() }
            for row in TextTable(rows: rows).lines { try output.writeLine(row) }
        case .json:
            try output.write(JSONText.array(places))
        case .ndjson:
            for place in places { try output.write(JSONText.line(place)) }
        }
        try output.finish()
        try list.damaged.report()
    }
}
