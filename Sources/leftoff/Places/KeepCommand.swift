import ArgumentParser
import Copies
import Fetching
import FoundationEssentials
import Places
import Service
import Store
import WHATWGURL

/// `leftoff keep`: fetches the pages of places and keeps their text.
struct KeepCommand: AsyncParsableCommand, OperandListCommand {
    static let configuration = CommandConfiguration(
        commandName: "keep",
        abstract: "Fetch the public pages of places, and keep copies of their text.",
        discussion: """
            The command prints the ids of the places whose copies it has stored. It runs no scripts and sends no \
            cookies, so it can keep only what the server sends to everybody. The extension copies a page as you see it.

            A place that has a copy of its text keeps it, unless --replace is given. Pages of hosts that are never \
            captured are not requested.
            """
    )

    @Argument(
        help: "Ids, unambiguous prefixes of ids, or @ for the newest place that you captured.", completion: .places)
    var ids: [String] = []

    @Flag(help: "Fetch the page again although there is a copy of its text, and replace that copy.")
    var replace = false

    @Flag(help: "Keep a page even if it does not contain the words of the place.")
    var anyway = false

    @OptionGroup var privateHosts: QueuePrivateHostOptions
    @OptionGroup var options: GlobalOptions

    /// The maximum number of pages that are fetched at once.
    private static let width = 8

    static var operands: WritableKeyPath<Self, [String]> { \.ids }

    func validate() throws {
        if ids.isEmpty { throw ValidationError("missing expected argument '<ids> ...'") }
    }

    func run() async throws {
        let home = try DataHome()
        let database = try home.existingDatabase()
        let engine = TransferEngine(configuration: .init(maximumConcurrent: Self.width, maximumPerHost: 4))
        let policy = PlaceKeeper.policy(privateHosts: try privateHosts.hostsWithSettings())
        let keeper = PlaceKeeper(
            fetcher: PageFetcher(engine: engine, policy: policy),
            copies: try SQLiteCopyArchive(database: database, home: home),
            excludedHosts: try ExcludedHosts(home: home),
            replacesCopies: replace, acceptsOtherPages: anyway)
        let places = SQLiteSnapshotArchive(database: database, now: { Date() })
        let results = await results(keeper, places)
        await engine.shutdown()
        try report(results)
    }

    /// The id of a place that has a copy, and true if the copy is new.
    private typealias Kept = (id: String, isNew: Bool)

    /// Keeps the pages, several at once.
    ///
    /// - Returns: The results in the order of the ids.
    private func results(
        _ keeper: PlaceKeeper, _ places: SQLiteSnapshotArchive
    ) async -> [Result<Kept, any Error>] {
        await withTaskGroup(of: (Int, Result<Kept, any Error>).self) { group in
            var waiting = ids.indices[...]
            var results: [Int: Result<Kept, any Error>] = [:]
            func start(_ index: Int) {
                let id = ids[index]
                group.addTask {
                    do {
                        let place = try places.snapshot(id: id)
                        if case .kept = try await keeper.keep(place) { return (index, .success((place.id, true))) }
                        return (index, .success((place.id, false)))
                    } catch {
                        return (index, .failure(error))
                    }
                }
            }
            for index in waiting.prefix(Self.width) { start(index) }
            waiting = waiting.dropFirst(Self.width)
            while let (index, result) = await group.next() {
                results[index] = result
                if let next = waiting.popFirst() { start(next) }
            }
            return ids.indices.compactMap { results[$0] }
        }
    }

    private func report(_ results: [Result<Kept, any Error>]) throws {
        var output = try OutputStream()
        var failures: [any Error] = []
        for result in results {
            switch result {
            case .success(let (id, true)): try output.writeLine(id)
            case .success(let (id, false)):
                if !options.quiet {
                    StandardError.writeLine(
                        "leftoff: \(id): a copy is stored already; --replace fetches the page again")
                }
            case .failure(let error): failures.append(error)
            }
        }
        try output.finish()
        // The failure of the only page determines the exit code.
        if results.count == 1, let failure = failures.first { throw failure }
        for failure in failures {
            let text = CommandFailure(describing: failure)?.description ?? "\(failure)"
            StandardError.writeLine("leftoff: \(text)")
        }
        if !failures.isEmpty { throw ExitStatus.someFailed }
    }
}

/// A keeper of pages: it fetches the page of a place and stores its text as a copy.
struct PlaceKeeper: Sendable {
    /// The result of keeping a page.
    enum Outcome: Sendable {
        /// The text is stored.
        case kept(StoredCopy)
        /// The place has a copy of its text already, so nothing was fetched.
        case alreadyKept(StoredCopy)
    }

    /// Fetches the pages.
    let fetcher: PageFetcher
    /// Stores the copies.
    let copies: any CopyArchive
    /// The hosts whose pages are neither requested nor stored.
    let excludedHosts: ExcludedHosts
    /// True to fetch pages of which there is a copy.
    var replacesCopies = false
    /// True to store a page that does not contain the words of the place.
    var acceptsOtherPages = false

    /// The maximum length of a page in bytes: ten times the largest article that was found.
    private static let maximumByteCount: Int64 = 16 << 20

    /// Returns the policy by which pages are fetched.
    ///
    /// - Parameter privateHosts: The hosts that may be requested although their addresses are private.
    /// - Returns: The policy. The addresses come from captures, so other private hosts are refused.
    static func policy(privateHosts: PermittedHosts) -> FetchPolicy {
        var policy = FetchPolicy(userAgent: FetchPolicy.userAgent(version: Version.current))
        policy.addressPolicy = .publicExcept(hosts: privateHosts)
        policy.maximumBodyBytes = maximumByteCount
        policy.connectTimeout = .seconds(10)
        policy.totalTimeout = .seconds(60)
        policy.maximumRetries = 1
        return policy
    }

    /// Fetches the page of a place, and stores its text.
    ///
    /// - Parameter place: The place whose page is fetched.
    /// - Returns: The outcome.
    /// - Throws: `CommandFailure` if the page is gone, is not a page, is another one or is never captured,
    ///   `TransferError` if it cannot be fetched, and the errors of the archive.
    func keep(_ place: StoredSnapshot) async throws -> Outcome {
        let url = place.snapshot.url
        guard url.isHTTP else {
            throw CommandFailure(what: place.id, why: "its page is a file, and is not copied", status: .refused)
        }
        if !replacesCopies, let copy = try copies.copies(of: place.id).first(where: { $0.kind == .text }) {
            return .alreadyKept(copy)
        }
        if let host = excludedHosts.host(of: place.snapshot) { throw Self.refusal(of: place, .excludedHost(host)) }
        let response = try await fetcher.fetch(url.withoutFragment())
        if let host = excludedHosts.host(of: response.url) { throw Self.refusal(of: place, .excludedHost(host)) }
        let address = url.withoutCredentials().href
        guard response.isSuccess else { throw Self.failure(address, status: response.status, place) }
        let page: PageReader.Page
        do throws(PageReadingError) {
            page = try PageReader(url: response.url, words: PlaceWords(place.snapshot))
                .read(response.body, contentType: response.contentType)
        } catch {
            throw CommandFailure(what: address, why: "\(error)", status: .malformedInput)
        }
        guard acceptsOtherPages || page.containsPlace != false else {
            throw CommandFailure(
                what: address,
                why: "the page does not contain the words of the place: it may require a login, or has changed; "
                    + "--anyway keeps it nevertheless", status: .notFound)
        }
        var text = page.copy
        if !place.snapshot.isPage(at: response.url) {
            // The archive accepts only copies of the place's page. A short address, for example, redirects to another.
            text = TextCopy(
                url: url.withoutCredentials().href, title: text.title, byline: text.byline, language: text.language,
                direction: text.direction, blocks: text.blocks)
        }
        switch try copies.add(text.encoded(), kind: .text, to: place.id) {
        case .stored(let copy): return .kept(copy)
        case .refused(let reason): throw Self.refusal(of: place, reason)
        }
    }

    private static func refusal(of place: StoredSnapshot, _ reason: CopyRefusal) -> CommandFailure {
        CommandFailure(what: place.id, why: "not kept: \(reason.reason)", status: .refused)
    }

    private static func failure(_ address: String, status: Int, _ place: StoredSnapshot) -> CommandFailure {
        switch status {
        case 404, 410:
            CommandFailure(
                what: address,
                why: "the page is gone (HTTP \(status)); leftoff open \(place.id) --archive opens a public copy",
                status: .notFound)
        default:
            CommandFailure(what: address, why: "the server responded with HTTP \(status)", status: .unavailable)
        }
    }
}

extension PlaceWords {
    /// Creates the words of a snapshot.
    init(_ snapshot: PageSnapshot) {
        self.init(primary: snapshot.primaryAnchor?.quote?.exact, quotes: snapshot.quotes, sketch: snapshot.sketch)
    }
}
