import ArgumentParser
import Crawling
import Fetching
import FoundationEssentials
import Places
import Store
import Synchronization
import Syntax
import TerminalHUD
import WHATWGURL

/// `leftoff list`: lists the stored places.
struct ListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the places where you left off, newest first.",
        discussion: """
            With words, lists the places whose title, address, quote, tags and note contain all of them, or whose \
            copy does; the last column then shows the words around the match. The table of a \
            search has at most \(Self.searchLimit) places unless --limit is given.

            The table contains the places that you captured or imported. A message says how many automatic places \
            match too, which --all lists. If only automatic places match, they are listed. JSON contains all.

            With --group page, lists one line for each page, automatic ones included: the place to resume, the minutes \
            left to read, the number of places, and the state. A page that is due is sorted by its date.

            With --check, the command requests the page of each listed place, and adds its state: ok, moved, gone, \
            unreachable or refused. The exit code is then 1 if a page is gone, unreachable or refused.

            On a terminal, the table is cut to the terminal's width. All other output is complete. A place that cannot \
            be read is reported on standard error, and the exit code is 1. `leftoff forget --erase` deletes it.
            """
    )

    /// The maximum number of places that a search lists in a table.
    private static let searchLimit = 50
    /// The number of pages or removed places that are read at once.
    private static let partLength = 500

    @Argument(help: ArgumentHelp("Words to search for in title, address, text and copy.", valueName: "word"))
    var query: [String] = []

    @OptionGroup(title: "Filters") var filters: PlaceFilters

    @Option(help: "The order. The value progress lists the furthest first, and shortest the least left to read.")
    var sort = PlaceSort.newest

    @Option(help: ArgumentHelp("List one line for each page.", valueName: "group"))
    var group: ListGroup?

    @Option(help: "The output format.")
    var format = ListFormat.table

    @Option(parsing: .unconditional, help: ArgumentHelp("List at most this many places.", valueName: "n"))
    var limit: Int?

    @Flag(
        inversion: .prefixedNo, exclusivity: .exclusive,
        help: "List only the places that the browser extension kept without a click, or only the others.")
    var automatic: Bool?

    @Flag(help: "List automatic places in the table too.")
    var all = false

    @Flag(help: "List the places that were forgotten, and the time left until they are erased.")
    var trash = false

    @Flag(help: "Request the pages, and mark the places whose pages are gone or have moved.")
    var check = false

    @OptionGroup var privateHosts: QueuePrivateHostOptions
    @OptionGroup var options: GlobalOptions

    func validate() throws {
        if let limit, limit < 1 { throw ValidationError("--limit must be at least 1") }
        if !check, !privateHosts.allowPrivate.isEmpty { throw ValidationError("--allow-private is only for --check") }
        if check, group != nil { throw ValidationError("--check and --group exclude each other") }
        if all, automatic != nil { throw ValidationError("--all, --automatic and --no-automatic exclude each other") }
        if automatic != nil, try filters.listing(query: nil).origins != nil {
            throw ValidationError("--automatic and --kind exclude each other")
        }
        if trash, isNarrowed || all || check || group != nil || sort != .newest {
            throw ValidationError("--trash allows only --limit and --format")
        }
    }

    func run() async throws {
        let database = try DataHome().existingDatabase()
        if trash {
            try listTrash(database)
        } else if group == .page {
            try listPages(database)
        } else {
            try await listPlaces(database)
        }
    }

    private var words: String { query.joined(separator: " ") }

    /// True if the command line excludes some places.
    private var isNarrowed: Bool { !words.isEmpty || !filters.isEmpty || automatic != nil }

    /// Returns the criteria of the command line.
    private func listing() throws -> SnapshotListing {
        var listing = try filters.listing(query: words.isEmpty ? nil : words)
        if let automatic { listing.origins = automatic ? [.automatic] : Self.deliberate }
        listing.sort = sort
        // A program that reads JSON gets all places.
        listing.limit = limit ?? (words.isEmpty || format != .table ? nil : Self.searchLimit)
        return listing
    }

    private static var deliberate: Set<SnapshotOrigin> { Set(SnapshotOrigin.allCases).subtracting([.automatic]) }

    // MARK: Places

    private func listPlaces(_ database: LeftoffDatabase) async throws {
        let archive = SQLiteSnapshotArchive(database: database, now: { Date() })
        let (listing, hiddenCount) = try withoutAutomatic(try listing(), archive, database)
        let list = try archive.list(listing)
        let places = list.snapshots
        reportLimit(isCut: list.next != nil)
        if hiddenCount > 0, !options.quiet {
            let subject = counted(hiddenCount, "automatic place")
            StandardError.writeLine(
                hiddenCount == 1
                    ? "leftoff: \(subject) is not listed; --all lists it"
                    : "leftoff: \(subject) are not listed; --all lists them")
        }
        let results = check ? try await checkedPages(of: places) : [:]
        let now = Date()
        let marks = try marks(database)
        try format.write(
            places.lazy.map { place in
                PlaceSummary(
                    place, mark: marks[place.snapshot.pageKey], now: now,
                    check: results[place.snapshot.url.withoutFragment()])
            },
            table: { table(places, results) })
        try reportNone(places.isEmpty && list.damaged.isEmpty, database)
        try list.damaged.report()
        if results.values.contains(where: { [.gone, .unreachable, .refused].contains($0.state) }) {
            throw ExitStatus.someFailed
        }
    }

    /// Excludes automatic places from a table, unless they are wanted or nothing else matches.
    ///
    /// - Returns: The criteria, and the number of places that match and are excluded.
    private func withoutAutomatic(
        _ listing: SnapshotListing, _ archive: SQLiteSnapshotArchive, _ database: LeftoffDatabase
    ) throws -> (listing: SnapshotListing, hiddenCount: Int) {
        guard format == .table, !all, listing.origins == nil else { return (listing, 0) }
        var automatic = listing
        automatic.origins = [.automatic]
        let count = try SQLiteShelf(database: database, now: { Date() }).count(.matchingPlaces(automatic)).places
        var others = listing
        others.origins = Self.deliberate
        var first = others
        first.limit = 1
        let found = try archive.list(first)
        return found.snapshots.isEmpty && found.damaged.isEmpty ? (listing, 0) : (others, count)
    }

    private func checkedPages(of places: [StoredSnapshot]) async throws -> [WebURL: PageCheckResult] {
        let pages = PlacePageCheck(
            privateHosts: try privateHosts.hostsWithSettings(), excludedHosts: try ExcludedHosts(home: DataHome()),
            isQuiet: options.quiet)
        return await pages.results(for: places)
    }

    /// Returns the lines of the table: id, time, progress, title, address, and the words around the match.
    private func table(_ places: [StoredSnapshot], _ results: [WebURL: PageCheckResult]) -> [String] {
        let cells = places.map(PlaceCells.init)
        let hasExcerpts = cells.contains { !$0.excerpt.isEmpty }
        let rows = zip(places, cells).map { place, cells in
            let page = results[place.snapshot.url.withoutFragment()]?.state.rawValue ?? "-"
            return [place.id] + (check ? [page] : []) + [cells.time, cells.progress, cells.title, cells.address]
                + (hasExcerpts ? [cells.excerpt] : [])
        }
        return PlaceCells.lines(rows, rightAligned: [check ? 3 : 2])
    }

    // MARK: Pages

    private func listPages(_ database: LeftoffDatabase) throws {
        let shelf = SQLiteShelf(database: database, now: { Date() })
        var listing = try listing()
        let limit = listing.limit ?? .max
        var list = ShelfPart()
        repeat {
            listing.limit = min(limit - list.pages.count, Self.partLength)
            let part = try shelf.pages(listing, after: list.next)
            list.pages += part.pages
            list.damaged += part.damaged
            list.next = part.next
        } while list.next != nil && list.pages.count < limit
        reportLimit(isCut: list.next != nil)
        let now = Date()
        try format.write(list.pages.lazy.map { PageSummary($0, now: now) }, table: { Self.table(list.pages, now) })
        try reportNone(list.pages.isEmpty && list.damaged.isEmpty, database)
        try list.damaged.report()
    }

    /// Returns the lines of the table: id, time, progress, time left, number of places, state, title, address, and the
    /// words around the match.
    private static func table(_ pages: [ShelfPage], _ now: Date) -> [String] {
        let cells = pages.map { PlaceCells($0.place) }
        let hasExcerpts = cells.contains { !$0.excerpt.isEmpty }
        let rows = zip(pages, cells).map { page, cells in
            [
                page.resumeID, LocalTime.system.minute(page.latestAt), cells.progress,
                page.minutesLeft.map { "\($0) min" } ?? "", String(page.placeCount), state(page.mark, now),
                cells.title, cells.address,
            ] + (hasExcerpts ? [cells.excerpt] : [])
        }
        return PlaceCells.lines(rows, rightAligned: [2, 3, 4])
    }

    /// Returns the cell of a state, which is empty for an unfinished page.
    private static func state(_ mark: PageMark, _ now: Date) -> String {
        switch mark.state {
        case .unfinished: ""
        case .finished: "finished"
        case .later:
            (mark.isDue(at: now) ? "due" : "later") + (mark.until.map { " \(LocalTime.system.day($0))" } ?? "")
        }
    }

    // MARK: Trash

    private func listTrash(_ database: LeftoffDatabase) throws {
        let shelf = SQLiteShelf(database: database, now: { Date() })
        var entries: [TrashEntry] = []
        var damaged: [UnreadableRecord] = []
        var position: Int64?
        repeat {
            let length = min((limit ?? .max) - entries.count, Self.partLength)
            let part = try shelf.trash(before: position, limit: length)
            entries += part.entries
            damaged += part.damaged
            position = part.next
        } while position != nil && entries.count < limit ?? .max
        let now = Date()
        let marks = try marks(database)
        try format.write(
            entries.lazy.map { TrashSummary($0, mark: marks[$0.place.snapshot.pageKey], now: now) },
            table: {
                let rows = entries.map { entry in
                    let cells = PlaceCells(entry.place)
                    return [
                        entry.place.id, LocalTime.system.minute(entry.removedAt),
                        Self.erasure(at: entry.erasedAt, now), cells.title, cells.address,
                    ]
                }
                return PlaceCells.lines(rows, rightAligned: [])
            })
        if entries.isEmpty, damaged.isEmpty, !options.quiet { StandardError.writeLine("leftoff: the trash is empty") }
        try damaged.report()
    }

    /// Returns the time left until a place is erased.
    private static func erasure(at date: Date, _ now: Date) -> String {
        let hours = Int(clamping: date.timeIntervalSince(now) / 3_600, to: 0...Int(Int32.max), rounding: .up)
        return hours < 48 ? "erased in \(counted(hours, "hour"))" : "erased in \((hours + 12) / 24) days"
    }

    // MARK: Output

    /// Returns the page marks that JSON contains.
    private func marks(_ database: LeftoffDatabase) throws -> [String: PageMark] {
        format == .table ? [:] : try SQLiteBackupStore(database: database).allPageMarks()
    }

    /// Reports that the limit of a search has left out matches.
    private func reportLimit(isCut: Bool) {
        guard isCut, limit == nil, !options.quiet else { return }
        let order = sort == .newest ? "newest" : "first"
        StandardError.writeLine("leftoff: these are the \(order) \(Self.searchLimit) matches: --limit lists more")
    }

    /// Reports that the list is empty.
    private func reportNone(_ isEmpty: Bool, _ database: LeftoffDatabase) throws {
        guard isEmpty, !options.quiet else { return }
        guard !isNarrowed else { return StandardError.writeLine("leftoff: no place matches") }
        let count = try SQLiteShelf(database: database, now: { Date() }).trashCount()
        let message =
            switch count {
            case 0: "no place is stored yet: capture one in the browser, or use 'leftoff add URL'"
            case 1: "no place is stored: 1 is in the trash; 'leftoff list --trash' lists it"
            default: "no place is stored: \(count) are in the trash; 'leftoff list --trash' lists them"
            }
        StandardError.writeLine("leftoff: \(message)")
    }
}

/// The unit of which `leftoff list --group` lists one line each.
enum ListGroup: String, CaseIterable, ExpressibleByArgument {
    /// All places of one page.
    case page
}

extension PlaceSort: ExpressibleByArgument {}

/// A check of the pages of places, for `leftoff list --check`.
private struct PlacePageCheck {
    /// The hosts that may be requested although their addresses are private.
    let privateHosts: PermittedHosts
    /// The hosts whose pages are not requested, because the reader never wants to capture them.
    let excludedHosts: ExcludedHosts
    /// True to write nothing to standard error.
    let isQuiet: Bool

    /// Requests the pages of places.
    ///
    /// - Parameter places: The places; those in files and on excluded hosts are not checked.
    /// - Returns: The results by the addresses of the pages without fragments.
    func results(for places: [StoredSnapshot]) async -> [WebURL: PageCheckResult] {
        let engine = TransferEngine(configuration: .init(maximumConcurrent: 48, maximumPerHost: 4))
        let urls = places.map(\.snapshot).filter { excludedHosts.host(of: $0) == nil }.map(\.url)
        let excludedCount = places.count - urls.count
        let count = Set(urls.lazy.filter(\.isHTTP).map { $0.withoutFragment() }).count
        let progress = CheckProgress(count: count, isShown: !isQuiet && StandardDescriptors.errorIsTerminal)
        let results = await PageChecker(fetcher: PageFetcher(engine: engine, policy: policy))
            .check(urls) { progress.show($0) }
        await engine.shutdown()
        progress.clear()
        if !isQuiet, count > 0 {
            StandardError.writeLine(Self.summary(results))
            if results.values.contains(where: { $0.state == .refused }) { StandardError.writeLine(Self.advice) }
        }
        if !isQuiet, excludedCount > 0 {
            let count = excludedCount == 1 ? "1 place was" : "\(excludedCount) places were"
            StandardError.writeLine("leftoff: \(count) not checked: pages of these hosts are never captured")
        }
        return results
    }

    private var policy: FetchPolicy {
        var policy = FetchPolicy(userAgent: FetchPolicy.userAgent(version: Version.current))
        // The addresses come from captures, so a page must not be able to make this command request private hosts.
        policy.addressPolicy = .publicExcept(hosts: privateHosts)
        policy.connectTimeout = .seconds(10)
        policy.lowSpeed = TransferRequest.LowSpeed(bytesPerSecond: 1, over: .seconds(15))
        policy.totalTimeout = .seconds(60)
        policy.maximumRetries = 0
        return policy
    }

    private static let advice =
        "leftoff: pages at private addresses are not requested; --allow-private HOST requests those of a host"

    private static func summary(_ results: [WebURL: PageCheckResult]) -> String {
        let counts = PageCheckResult.State.allCases.compactMap { state -> String? in
            let count = results.values.count { $0.state == state }
            return count > 0 ? "\(count) \(state.rawValue)" : nil
        }
        return "leftoff: checked \(counted(results.count, "page")): \(counts.joined(separator: ", "))"
    }
}

/// A line on the terminal that counts the pages that have been checked.
private final class CheckProgress: Sendable {
    private let count: Int
    private let isShown: Bool
    private let width = Mutex(0)

    init(count: Int, isShown: Bool) {
        self.count = count
        self.isShown = isShown
    }

    func show(_ done: Int) {
        guard isShown else { return }
        let line = "leftoff: checking pages: \(done) of \(count)"
        width.withLock { $0 = line.utf8.count }
        StandardError.write("\r" + line)
    }

    /// Removes the line.
    func clear() {
        let width = width.withLock { $0 }
        if width > 0 { StandardError.write("\r" + String(repeating: " ", count: width) + "\r") }
    }
}
