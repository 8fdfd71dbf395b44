import ArgumentParser
import Crawling
import Fetching
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
        try format.write(places) {
            var rows = places.map(\.row)
            if rows.allSatisfy({ $0.last?.isEmpty ?? true }) { rows = rows.map { $0.dropLast() } }
            if check { rows = zip(places, rows).map { [$1[0], $0.page ?? "-"] + $1.dropFirst() } }
            return TextTable(rows: rows).lines
        }
    }
}

/// An entry of `leftoff list`.
struct PlaceSummary: Encodable {
    var id: String
    private var storedAt: String
    private var capturedAt: String?
    private var url: String
    var edition: String?
    private var original: String?
    private var title: String?
    private var quote: String?
    private var progress: Double?
    private var origin: String
    private var expiresAt: String?
    /// True if the place is only known by the share of the text.
    private var approximate: Bool
    /// The kinds of copies of the page.
    private var copies: [String]
    /// The words around the match of a search in the copy.
    private var excerpt: TextExcerpt?

    /// The number of characters before a match that the table shows.
    private static let leadLength = 20
    /// The state of the page: `ok`, `moved`, `gone`, `unreachable` or `refused`; nil if it was not checked.
    var page: String?
    /// The status code of the page's final response.
    private var pageStatus: Int?
    /// The address to which the page has moved.
    private var pageAddress: String?
    /// The reason why there was no response.
    private var pageProblem: String?

    /// Creates the entry of a stored place.
    ///
    /// - Parameters:
    ///   - place: The place that is listed.
    ///   - check: The result of requesting its page; nil if it was not checked.
    init(_ place: StoredSnapshot, check: PageCheckResult? = nil) {
        id = place.id
        storedAt = RFC3339.string(place.storedAt)
        capturedAt = place.snapshot.capturedAt.map { RFC3339.string($0) }
        url = place.snapshot.url.href
        edition = place.snapshot.edition?.rawValue
        original = place.snapshot.original?.href
        title = place.snapshot.title
        quote = place.snapshot.lineWords
        progress = place.snapshot.progress
        origin = place.origin.rawValue
        expiresAt = place.expiresAt.map { RFC3339.string($0) }
        approximate = place.snapshot.isApproximate
        copies = place.copies.map(\.rawValue)
        excerpt = place.excerpt
        page = check?.state.rawValue
        pageStatus = check?.status
        pageAddress = check?.address?.href
        pageProblem = check?.problem
    }

    /// Returns the end of the text before a match, so that a narrow cell shows the match.
    private static func lead(_ before: String) -> String {
        before.count > leadLength ? "…" + before.suffix(leadLength - 1) : before
    }

    /// The cells of the table: id, time at which the place was stored, progress, title, address, and the words around
    /// the match.
    ///
    /// The title of an automatic place is marked.
    var row: [String] {
        [
            id, String(storedAt.prefix(16)).replacing("T", with: " "),
            progress.map { "\(approximate ? "about " : "")\(Int(clamping: $0 * 100, to: 0...100)) %" } ?? "",
            (origin == SnapshotOrigin.automatic.rawValue ? "[automatic] " : "") + (title ?? quote ?? ""), url,
            excerpt.map { Self.lead($0.before) + $0.match + $0.after } ?? "",
        ]
    }
}

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
