import ArgumentParser
import Fetching
import FoundationEssentials
import Places
import Service
import Store

/// An edition of a page that `leftoff open` can open.
enum OpenedEdition: String, CaseIterable, ExpressibleByArgument {
    /// The text of the page, which is fetched and kept first if there is no copy of it.
    case reader
    /// The copy of a public archive.
    case archive
    /// The stored copy: the picture, or else the text.
    case copy
}

/// `leftoff open`: opens places in the default browser.
struct OpenCommand: AsyncParsableCommand, OperandListCommand {
    static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Open places in the default browser, at the text where you left off.",
        discussion: """
            If the place that @ denotes is at the untouched top of its page, the command opens the newest deeper place \
            of that page. With --query, each page is opened once, at its newest place that matches. If one of several \
            places cannot be opened, the command opens the others, and its exit code is 1.

            With --edition reader, the command opens the text of the page. If there is no copy of it, it fetches the \
            page and keeps its text first, as leftoff keep does.
            """
    )

    @OptionGroup var selection: PlaceSelection

    @Flag(help: "Open the stored copy of the page, at the same line, through the service.")
    var copy = false

    @Flag(help: "Open the Wayback Machine's copy that is nearest to the capture. This tells the archive what you read.")
    var archive = false

    @Option(help: "Open another edition of the page: reader, archive or copy.")
    var edition: OpenedEdition?

    @OptionGroup var privateHosts: QueuePrivateHostOptions

    @Flag(help: "Print the addresses, one per line, instead of opening them.")
    var print = false

    @Flag(name: .shortAndLong, help: "Do not ask for confirmation.")
    var yes = false

    static var operands: WritableKeyPath<Self, [String]> { \.selection.ids }

    func validate() throws {
        guard [copy, archive, edition != nil].count(where: { $0 }) <= 1 else {
            throw ValidationError("--copy, --archive and --edition exclude each other")
        }
        if edition != .reader, !privateHosts.allowPrivate.isEmpty {
            throw ValidationError("--allow-private is only for --edition reader")
        }
        _ = try selection.selection()
    }

    func run() async throws {
        let (places, damaged) = try places()
        if !print {
            try Confirmation.require(
                "open them", effect: "open", predicate: selection.predicate, count: places.count, isConfirmed: yes)
        }
        if places.count == 1 {
            try await open(places[0], command: "open")
            return try damaged.report()
        }
        var isComplete = true
        for place in places {
            do { try await open(place, command: "open \(place.id)") } catch {
                guard let failure = CommandFailure(describing: error) else { throw error }
                StandardError.writeLine("leftoff: \(failure)")
                isComplete = false
            }
        }
        try damaged.report()
        if !isComplete { throw ExitStatus.someFailed }
    }

    /// Returns the places that the command line selects, at least one, and those that cannot be read.
    private func places() throws -> (places: [StoredSnapshot], damaged: [UnreadableRecord]) {
        let archive = try SQLiteSnapshotArchive.forReading()
        guard case .matchingPlaces(let listing) = try selection.selection() else {
            return (try places(selection.ids, in: archive), [])
        }
        let list = try archive.list(listing)
        var pages: Set<String> = []
        let places = list.snapshots.filter { pages.insert($0.snapshot.pageKey).inserted }
        guard !places.isEmpty else {
            try list.damaged.report()
            throw CommandFailure.noPlaceMatches
        }
        return (places, list.damaged)
    }

    private func places(_ ids: [String], in archive: SQLiteSnapshotArchive) throws -> [StoredSnapshot] {
        var found: Set<String> = []
        return try ids.compactMap { id in
            let place = id == "@" ? try archive.newestToResume() : try archive.snapshot(id: id)
            guard found.insert(place.id).inserted else { return nil }
            try NewestPlaceNotice.show(
                for: [id], in: archive, place: place, isQuiet: NewestPlaceNotice.isQuietByDefault)
            return place
        }
    }

    /// Opens a place, or prints its address.
    ///
    /// - Parameters:
    ///   - stored: The place whose page is opened.
    ///   - command: The subject of the message if no browser opens.
    /// - Throws: `CommandFailure` if it cannot be opened, and the errors of the store.
    private func open(_ stored: StoredSnapshot, command: String) async throws {
        if let edition = copy ? .copy : edition, edition != .archive {
            let opening = CopyOpening(home: try DataHome(), environment: ProcessInfo.processInfo.environment)
            let kind = copy ? nil : try await kind(of: edition, stored)
            return print
                ? try await OutputStream.print(lines: [opening.address(of: stored, kind: kind)])
                : try await opening.open(stored, kind: kind)
        }
        let address = try address(of: stored, command: command)
        if print { return try OutputStream.print(lines: [address]) }
        try Self.openInBrowser(address, command: command)
    }

    /// Opens an address in the default browser.
    ///
    /// - Parameters:
    ///   - address: The address of a page or a file.
    ///   - command: The subject of the message if that fails.
    /// - Throws: `CommandFailure` if no browser can be opened.
    static func openInBrowser(_ address: String, command: String) throws {
        let browser = DefaultBrowser(environment: ProcessInfo.processInfo.environment)
        if let problem = browser.open(address) {
            throw CommandFailure(what: command, why: "\(problem); --print prints the address", status: .unavailable)
        }
    }

    /// Returns the kind of copy that shows an edition; the page is fetched and kept if a reader view lacks its text.
    private func kind(of edition: OpenedEdition, _ place: StoredSnapshot) async throws -> CopyKind {
        let home = try DataHome()
        let database = try home.existingDatabase()
        let copies = try SQLiteCopyArchive(database: database, home: home)
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

    private func address(of stored: StoredSnapshot, command: String) throws -> String {
        guard archive || edition == .archive else { return stored.snapshot.textFragmentURL }
        guard let address = stored.snapshot.archiveAddress(storedAt: stored.storedAt) else {
            throw CommandFailure(what: command, why: "a file is in no public archive", status: .notFound)
        }
        return address
    }
}

/// An opening of the copy of a place's page in the default browser, through the service.
private struct CopyOpening {
    let home: DataHome
    let environment: [String: String]

    /// Opens a copy, and waits until the browser has signed in.
    ///
    /// - Parameters:
    ///   - place: The place whose line is shown.
    ///   - kind: The kind of the copy; nil for the text, or else the picture.
    /// - Throws: `CommandFailure` if there is no copy or no browser signs in.
    func open(_ place: StoredSnapshot, kind: CopyKind?) async throws {
        let (service, path) = try await find(place, kind)
        try await PageOpening(home: home, environment: environment).open(service, at: path)
    }

    /// Returns the address of a copy, for a browser that is signed in.
    ///
    /// - Parameters:
    ///   - place: The place whose line is shown.
    ///   - kind: The kind of the copy; nil for the text, or else the picture.
    /// - Returns: An address of the service, without a secret.
    /// - Throws: `CommandFailure` if there is no copy.
    func address(of place: StoredSnapshot, kind: CopyKind?) async throws -> String {
        let (service, path) = try await find(place, kind)
        return service.origin + path
    }

    /// Returns the service, which is started if it does not run, and the path of the copy.
    private func find(
        _ place: StoredSnapshot, _ kind: CopyKind?
    ) async throws -> (service: RunningService, path: String) {
        let service = try await ServiceLauncher(home: home, port: nil, environment: environment).running()
        for kind in kind.map({ [$0] }) ?? [.text, .picture] {
            let path = "/copies/\(place.id)/\(kind.rawValue)"
            switch try await service.status(ofHead: path, home: home) {
            case 200: return (service, "\(path)#leftoff-line")
            case 404: continue
            case let status:
                throw CommandFailure(
                    what: path, why: "the service responded with HTTP \(status)", status: .unavailable)
            }
        }
        throw CommandFailure(
            what: place.id,
            why: "no copy of this page is stored: capture it again with the extension, which stores one, or use "
                + "leftoff keep for a public page",
            status: .notFound)
    }
}
