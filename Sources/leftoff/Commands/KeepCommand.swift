import ArgumentParser
import FoundationEssentials
import PageFetch
import Service
import Snapshots
import Store
import Transfer

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

    @Argument(help: "Ids, unambiguous prefixes of ids, or @ for the newest place.")
    var ids: [String] = []

    @Flag(help: "Fetch the page again although there is a copy of its text, and replace that copy.")
    var replace = false

    @Flag(help: "Keep a page even if it does not contain the words of the place.")
    var anyway = false

    @OptionGroup var privateHosts: QueuePrivateHostOptions
    @OptionGroup var options: GlobalOptions

    /// The maximum number of pages that are fetched at once.
    private static let width = 8

    var operands: [String] {
        get { ids }
        set { ids = newValue }
    }

    func validate() throws {
        if ids.isEmpty { throw ValidationError("missing expected argument '<ids> ...'") }
    }

    func run() async throws {
        let home = try DataHome()
        let database = try home.database()
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
