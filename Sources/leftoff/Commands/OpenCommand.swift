import ArgumentParser
import FoundationEssentials
import PageCopies
import PageFetch
import Service
import Snapshots
import Store
import Transfer

/// An edition of a page that `leftoff open` can open.
enum OpenedEdition: String, CaseIterable, ExpressibleByArgument {
    /// The text of the page, which is fetched and kept first if there is no copy of it.
    case reader
    /// The copy of a public archive.
    case archive
    /// The stored copy: the picture, or else the text.
    case copy
}

/// `leftoff open`: opens a place in the default browser.
struct OpenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Open a place in the default browser, at the text where you left off.",
        discussion: """
            If the newest place is at the untouched top of its page, @ opens the newest deeper place of that page.

            With --edition reader, the command opens the text of the page. If there is no copy of it, it fetches the \
            page and keeps its text first, as leftoff keep does.
            """
    )

    @OptionGroup var place: PlaceArgument

    @Flag(help: "Open the stored copy of the page, at the same line, through the service.")
    var copy = false

    @Flag(help: "Open the Wayback Machine's copy that is nearest to the capture. This tells the archive what you read.")
    var archive = false

    @Option(help: "Open another edition of the page: reader, archive or copy.")
    var edition: OpenedEdition?

    @OptionGroup var privateHosts: QueuePrivateHostOptions

    @Flag(help: "Print the address instead of opening it.")
    var print = false

    func validate() throws {
        guard [copy, archive, edition != nil].count(where: { $0 }) <= 1 else {
            throw ValidationError("--copy, --archive and --edition exclude each other")
        }
        if edition != .reader, !privateHosts.allowPrivate.isEmpty {
            throw ValidationError("--allow-private is only for --edition reader")
        }
    }

    func run() async throws {
        let stored = try place.findToResume()
        if let edition = copy ? .copy : edition, edition != .archive {
            let opening = CopyOpening(home: try DataHome(), environment: ProcessInfo.processInfo.environment)
            let kind = copy ? nil : try await kind(of: edition, stored)
            return print
                ? try Self.write(try await opening.address(of: stored, kind: kind))
                : try await opening.open(stored, kind: kind)
        }
        let address = try address(of: stored)
        if print { return try Self.write(address) }
        let browser = DefaultBrowser(environment: ProcessInfo.processInfo.environment)
        if let problem = browser.open(address) {
            throw CommandFailure(
                what: "open", why: "\(problem); --print prints the address", status: .unavailable)
        }
    }

    /// Returns the kind of copy that shows an edition; the page is fetched and kept if a reader view lacks its text.
    private func kind(of edition: OpenedEdition, _ place: StoredSnapshot) async throws -> CopyKind {
        let home = try DataHome()
        let copies = try SQLiteCopyArchive(database: try home.database(), home: home)
        if edition == .copy { return try copies.nearestCopy(to: place.id, kind: .picture) == nil ? .text : .picture }
        guard try copies.nearestCopy(to: place.id, kind: .text) == nil else { return .text }
        let engine = TransferEngine()
        let policy = PlaceKeeper.policy(privateHosts: try privateHosts.hostsWithSettings())
        let keeper = PlaceKeeper(
            fetcher: PageFetcher(engine: engine, policy: policy), copies: copies,
            excludedHosts: try ExcludedHosts(home: home))
        let outcome: Result<PlaceKeeper.Outcome, any Error>
        do { outcome = .success(try await keeper.keep(place)) } catch { outcome = .failure(error) }
        await engine.shutdown()
        _ = try outcome.get()
        return .text
    }

    private func address(of stored: StoredSnapshot) throws -> String {
        guard archive || edition == .archive else { return stored.snapshot.textFragmentURL }
        guard let address = stored.snapshot.archiveAddress(storedAt: stored.storedAt) else {
            throw CommandFailure(what: "open", why: "a file is in no public archive", status: .notFound)
        }
        return address
    }

    private static func write(_ address: String) throws {
        var output = try OutputStream()
        try output.writeLine(address)
        try output.finish()
    }
}
