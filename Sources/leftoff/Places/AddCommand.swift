import ArgumentParser
import Fetching
import FoundationEssentials
import Places
import Store
import Syntax
import TerminalHUD
import WHATWGURL

/// `leftoff add`: stores a place at the top of pages that were not visited.
struct AddCommand: AsyncParsableCommand, OperandListCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add pages by their addresses, and print the ids of their places.",
        discussion: """
            Stores a place at the top of each page. A page that has a place already gets no other one: the command \
            prints the id of that place, adds the tags to it, and reopens the page if it is finished. If one of the \
            addresses is invalid, nothing is stored.

            The titles of the pages are fetched afterwards, eight at once. An interruption loses only titles, and the \
            same command fetches those that are missing. Pages of hosts that are never captured are not requested, and \
            neither is a private host without --allow-private.
            """
    )

    @Argument(help: ArgumentHelp("The http or https addresses of the pages.", valueName: "url"))
    var urls: [String] = []

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Read addresses from this file, one per line, each with an optional title; - for standard input. "
                + "Repeatable.", valueName: "file"))
    var inputFile: [String] = []

    @Option(help: ArgumentHelp("Give the places this tag; repeatable.", valueName: "tag"), completion: .tags)
    var tag: [String] = []

    @Option(help: ArgumentHelp("Give the new places this note.", valueName: "text"))
    var note = ""

    @Flag(help: "Mark the pages to be read later.")
    var later = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "With --later: the date until which the pages are not listed as unfinished, such as friday or 2w.",
            valueName: "date"))
    var until: String?

    @Flag(name: .customLong("no-fetch"), help: "Do not request the pages for their titles.")
    var fetchesNothing = false

    @OptionGroup var privateHosts: QueuePrivateHostOptions
    @OptionGroup var options: GlobalOptions

    /// The number of places that are stored in one transaction, so that other processes do not wait for a long list.
    private static let batchCount = 1_000
    /// The number of pages with a place up to which each of them is named.
    private static let namedCount = 10

    static var operands: WritableKeyPath<Self, [String]> { \.urls }

    func validate() throws {
        if until != nil, !later { throw ValidationError("--until requires --later") }
        if fetchesNothing, !privateHosts.allowPrivate.isEmpty {
            throw ValidationError("--allow-private and --no-fetch exclude each other")
        }
    }

    func run() async throws {
        let metadata = try metadata()
        let mark = try mark()
        let home = try DataHome()
        // A malformed setting is reported before anything is stored.
        _ = try options.hudOptions()
        let settings: FetchSettings? = try fetchesNothing ? nil : fetchSettings(home)
        let pages = try AddedPages(urls: urls, lists: inputFile, isQuiet: options.quiet)
        let database = try home.database()
        let shelf = SQLiteShelf(database: database, now: { Date() })
        let untitled = try store(pages, on: shelf, metadata, mark)
        guard let settings, !untitled.isEmpty else { return }
        try await fetchTitles(
            of: untitled, settings, into: SQLiteSnapshotArchive(database: database, now: { Date() }))
    }

    private func metadata() throws -> SnapshotMetadata {
        do throws(SnapshotError) {
            return try SnapshotMetadata(tags: tag, note: note)
        } catch {
            guard case .invalidValue(let key, let expected, _) = error else { throw error }
            throw CommandFailure.usage("\(key == "note" ? "--note" : "--tag") must be \(expected)")
        }
    }

    private func mark() throws -> PageMark? {
        guard let until else { return later ? PageMark(.later) : nil }
        return PageMark(.later, until: try DateArgument(until: until, now: Date()).date)
    }

    /// Stores the places, and prints their ids.
    ///
    /// - Returns: The places that have no title, also those that an interrupted run has stored.
    private func store(
        _ pages: AddedPages, on shelf: SQLiteShelf, _ metadata: SnapshotMetadata, _ mark: PageMark?
    ) throws -> [TitleFetch.Page] {
        var output = try OutputStream()
        var untitled: [TitleFetch.Page] = []
        var untitledIDs: Set<String> = []
        var newCount = 0
        var existing: [String] = []
        for start in stride(from: 0, to: pages.count, by: Self.batchCount) {
            let batch = try pages.snapshots(start..<min(start + Self.batchCount, pages.count))
            for (place, isNew) in try shelf.addTops(batch, metadata: metadata, mark: mark) {
                try output.writeLine(place.id)
                if isNew { newCount += 1 } else { existing.append(place.id) }
                // A list may contain a page twice.
                if place.snapshot.title == nil, untitledIDs.insert(place.id).inserted {
                    untitled.append(TitleFetch.Page(id: place.id, url: place.snapshot.url))
                }
            }
            // What is stored is acknowledged, also if a later part fails.
            try output.flush()
        }
        try output.finish()
        if !options.quiet { report(newCount: newCount, existing: existing) }
        return untitled
    }

    private func report(newCount: Int, existing: [String]) {
        if existing.count <= Self.namedCount {
            for id in existing { StandardError.writeLine("leftoff: \(id): this page is on the shelf already") }
        } else {
            StandardError.writeLine("leftoff: \(existing.count) pages are on the shelf already")
        }
        if newCount > 0 || existing.isEmpty { StandardError.writeLine("leftoff: added \(counted(newCount, "place"))") }
    }

    // MARK: Titles

    /// The settings of requests.
    private typealias FetchSettings = (privateHosts: PermittedHosts, excludedHosts: ExcludedHosts)

    private func fetchSettings(_ home: DataHome) throws -> FetchSettings {
        (try privateHosts.hostsWithSettings(), try ExcludedHosts(home: home))
    }

    /// Fetches titles, and stores each as soon as it has arrived.
    private func fetchTitles(
        of pages: [TitleFetch.Page], _ settings: FetchSettings, into archive: SQLiteSnapshotArchive
    ) async throws {
        let display = try options.statusDisplay()
        let engine = TransferEngine(configuration: .init(maximumConcurrent: TitleFetch.width, maximumPerHost: 4))
        let fetch = TitleFetch(
            engine: engine, privateHosts: settings.privateHosts, excludedHosts: settings.excludedHosts)
        func update(_ count: Int) {
            display.update(
                HUDStatus(
                    title: "Fetching titles", counts: [HUDCount(.pages, count)],
                    fraction: Double(count) / Double(pages.count)))
        }
        update(0)
        var count = 0
        var failure: (any Error)?
        do {
            try await fetch.run(pages) { page, title in
                switch title {
                case .success(let title): _ = try archive.setTitle(title, of: page.id)
                case .failure(let error):
                    // The place is stored, so this is no error of the command.
                    if !options.quiet { display.log("leftoff: \(Self.failure(page, error))") }
                }
                count += 1
                update(count)
            }
        } catch {
            failure = error
        }
        await engine.shutdown()
        await display.finish(failure == nil ? .success : .failure, summary: "")
        if let failure { throw failure }
    }

    /// Returns the message about a title that was not fetched.
    private static func failure(_ page: TitleFetch.Page, _ error: any Error) -> CommandFailure {
        let reason =
            switch error {
            case TransferError.refusedAddress(let url, let detail):
                "\(detail); --allow-private \(url.hostname) allows it"
            case let error as TransferError: error.detail
            default: "\(error)"
            }
        return CommandFailure(
            what: page.url.withoutCredentials().href, why: "title not fetched: \(reason)", status: .unavailable)
    }
}

/// The pages that `leftoff add` adds: arguments, and the lines of lists.
private struct AddedPages {
    /// An address, which is valid, and a title, which is empty if there is none.
    private typealias Entry = (address: String, title: String)

    /// The number of invalid addresses that are reported; a list of another kind has thousands.
    private static let reportedCount = 20
    /// The length up to which a title is stored, as of titles that are fetched.
    private static let longestTitle = 500

    private let capturedAt = RFC3339.string(Date())
    // Not snapshots, of which a million occupy a gigabyte.
    private var entries: [Entry] = []
    private var failures: [CommandFailure] = []
    private var failureCount = 0

    /// Reads all addresses.
    ///
    /// - Parameters:
    ///   - urls: The addresses on the command line, which have no titles.
    ///   - lists: The paths of lists; `-` for standard input.
    ///   - isQuiet: True to write nothing before standard input is read.
    /// - Throws: `CommandFailure` if a list cannot be read, or an address is invalid. If several are, the first ones
    ///   have been printed on standard error.
    init(urls: [String], lists: [String], isQuiet: Bool) throws {
        guard !urls.isEmpty || !lists.isEmpty else {
            throw CommandFailure.usage("specify an address, or a list of addresses with -i")
        }
        guard lists.count(where: { $0 == "-" }) < 2 else {
            throw CommandFailure.usage("standard input can be read only once")
        }
        for url in urls { add(url, title: "", source: nil) }
        for list in lists {
            InputBytes.announce("addresses", from: list, isQuiet: isQuiet)
            let name = InputBytes.name(of: list)
            for (line, text) in try InputBytes.list(list) {
                // No address contains a space or a tab.
                let end = text.firstIndex { $0 == " " || $0 == "\t" } ?? text.endIndex
                let title = String(CollapsedText.trimmed(String(text[end...])).prefix(Self.longestTitle))
                add(String(text[..<end]), title: title, source: "\(name):\(line)")
            }
        }
        try check()
    }

    /// The number of pages.
    var count: Int { entries.count }

    /// Returns a place at the top of each page in a range, in the order of the arguments and of the lines.
    func snapshots(_ range: Range<Int>) throws -> [PageSnapshot] {
        try entries[range].map { try snapshot($0) }
    }

    private func snapshot(_ entry: Entry) throws(SnapshotError) -> PageSnapshot {
        var members: [String: JSONValue] = [
            "url": .string(entry.address), "pageXOffset": .number(0), "pageYOffset": .number(0),
            "capturedAt": .string(capturedAt),
        ]
        if !entry.title.isEmpty { members["title"] = .string(entry.title) }
        return try PageSnapshot(value: .object(members), limit: PageSnapshot.maximumByteCount)
    }

    /// Adds an address, or its failure.
    private mutating func add(_ text: String, title: String, source: String?) {
        do throws(CommandFailure) {
            entries.append((try address(text, title: title, source: source), title))
        } catch {
            failureCount += 1
            if failures.count < Self.reportedCount { failures.append(error) }
        }
    }

    /// Returns the serialised address of a page, of which a place can be stored.
    private func address(_ text: String, title: String, source: String?) throws(CommandFailure) -> String {
        guard !text.isEmpty else {
            throw CommandFailure(
                what: "empty address", why: "expected one such as https://example.org/article",
                status: .malformedInput)
        }
        // `example.org:8080` is a URL, whose scheme is `example.org`.
        guard AddressSuggestion.suggestion(for: text) == nil, let url = WebURL(text) else {
            throw AddressSuggestion.failure(text, in: source)
        }
        let subject = AddressSuggestion.subject(text, in: source)
        guard url.isHTTP else {
            throw CommandFailure(
                what: subject, why: "only http and https pages can be added", status: .malformedInput)
        }
        do throws(SnapshotError) {
            _ = try snapshot((url.href, title))
        } catch {
            throw CommandFailure(what: subject, why: error.reason, status: .malformedInput)
        }
        return url.href
    }

    /// Checks that all addresses are valid.
    private func check() throws {
        guard let last = failures.last else { return }
        guard failureCount > 1 else { throw last }
        for failure in failures { StandardError.writeLine("leftoff: \(failure)") }
        let rest = failureCount > failures.count ? " (the first \(failures.count) are shown)" : ""
        throw CommandFailure(
            what: "add", why: "\(failureCount) addresses are invalid\(rest); nothing was stored",
            status: .malformedInput)
    }
}
