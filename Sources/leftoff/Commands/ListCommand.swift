import ArgumentParser
import Crawling
import JSON
import Snapshots
import Store
import TerminalHUD
import WHATWGURL

/// `leftoff list`: lists the stored places.
struct ListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the places where you left off, newest first.",
        discussion: """
            With words, lists the places whose title, address, quote, tags and note contain all of them, or whose \
            copy does; the last column then shows the words around the match. The table has at most \
            \(Self.searchLimit) places unless --limit is given.

            With --check, the command requests the page of each listed place, and adds its state: ok, moved, gone, \
            unreachable or refused. The exit code is then 1 if a page is gone, unreachable or refused.

            A place that cannot be read is reported on standard error, and the exit code is 1. `leftoff forget` \
            deletes it.
            """
    )

    /// The maximum number of places that a search lists in a table.
    private static let searchLimit = 50

    @Argument(help: ArgumentHelp("Words to search for in title, address, text and copy.", valueName: "word"))
    var query: [String] = []

    @Option(help: "The output format.")
    var format = ListFormat.table

    @Option(help: ArgumentHelp("List at most this many places.", valueName: "n"))
    var limit: Int?

    @Flag(
        inversion: .prefixedNo,
        help: ArgumentHelp(
            "List only the places that the browser extension kept without a click, or only the others.",
            discussion: "By default both are listed, and automatic places are marked."))
    var automatic: Bool?

    @Flag(help: "Request the pages, and mark the places whose pages are gone or have moved.")
    var check = false

    @OptionGroup var privateHosts: QueuePrivateHostOptions
    @OptionGroup var options: GlobalOptions

    func validate() throws {
        if let limit, limit < 1 { throw ValidationError("--limit must be at least 1") }
        if !check, !privateHosts.allowPrivate.isEmpty { throw ValidationError("--allow-private is only for --check") }
    }

    func run() async throws {
        let words = query.joined(separator: " ")
        let origins = automatic.map { $0 ? [.automatic] : Set(SnapshotOrigin.allCases).subtracting([.automatic]) }
        // A program that reads JSON gets all places.
        let limit = limit ?? (words.isEmpty || format != .table ? nil : Self.searchLimit)
        let list = try SQLiteSnapshotArchive.standard().list(
            SnapshotListing(query: words.isEmpty ? nil : words, origins: origins, limit: limit))
        let places = list.snapshots
        if let limit, list.next != nil, self.limit == nil, !options.quiet {
            StandardError.writeLine("leftoff: these are the newest \(limit) matches: --limit lists more")
        }
        guard check else {
            try write(places.map { PlaceSummary($0) })
            return try list.damaged.report()
        }
        let pages = PlacePageCheck(
            privateHosts: try privateHosts.hostsWithSettings(), excludedHosts: try ExcludedHosts(home: DataHome()),
            isQuiet: options.quiet)
        let results = await pages.results(for: places)
        try write(places.map { PlaceSummary($0, check: results[$0.snapshot.url.withoutFragment()]) })
        try list.damaged.report()
        if results.values.contains(where: { [.gone, .unreachable, .refused].contains($0.state) }) {
            throw ExitStatus.someFailed
        }
    }

    private func write(_ places: [PlaceSummary]) throws {
        var output = try OutputStream()
        switch format {
        case .table:
            var rows = places.map(\.row)
            if rows.allSatisfy({ $0.last?.isEmpty ?? true }) { rows = rows.map { $0.dropLast() } }
            if check { rows = zip(places, rows).map { [$1[0], $0.page ?? "-"] + $1.dropFirst() } }
            for row in TextTable(rows: rows).lines { try output.writeLine(row) }
        case .json:
            try output.write(JSONText.array(places))
        case .ndjson:
            for place in places { try output.write(JSONText.line(place)) }
        }
        try output.finish()
    }
}
