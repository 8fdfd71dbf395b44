import Fetching
import FoundationEssentials
import HTTPTypes
import Hummingbird
import Logging
import Places
import Synchronization
import Syntax
import TestSupport

@testable import Service
@testable import Store

/// A service with a store in its own temporary directory.
final class TestService: Sendable {
    /// The testing client sends no port in its Host, as browsers do for the default port of the scheme.
    static let port: UInt16 = 80

    let home: String
    let shelf: SQLiteShelf
    let tokens: ServiceTokens
    let service: LeftoffService
    let archive: SQLiteSnapshotArchive
    let queue: SQLiteQueueStore
    let windows: SQLiteWindowSetArchive
    let settings: SettingsFile
    let copies: SQLiteCopyArchive
    let board = ProgressMonitor()
    /// The places whose titles are to be fetched.
    let untitled: UntitledPlaces
    private let log: SQLiteChangeLog
    /// The clock of the service, which moves only when a test moves it.
    let time: Clock
    private let cookie: Token
    private let secret = Token()

    init(
        port: UInt16 = TestService.port, tokens: ServiceTokens? = nil, privateHosts: Set<String> = [],
        archive: (any SnapshotArchive)? = nil, logger: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
        configure: (inout ServiceConfiguration) -> Void = { _ in }
    ) throws {
        let directory = FileManager.default.temporaryDirectory.path + "/leftoff-service-\(Token().text)"
        home = directory
        let clock = Clock()
        time = clock
        let untitled = UntitledPlaces()
        self.untitled = untitled
        let now: @Sendable () -> Date = { clock.now }
        let database = try LeftoffDatabase(home: directory, bootTime: { clock.bootTime })
        let files = tokens == nil ? TokenFiles(home: directory) : nil
        let tokens = try tokens ?? TokenFiles(home: directory).load()
        self.tokens = tokens
        self.archive = SQLiteSnapshotArchive(database: database, now: now)
        queue = SQLiteQueueStore(database: database)
        shelf = SQLiteShelf(database: database, now: now)
        windows = SQLiteWindowSetArchive(database: database, now: now)
        log = SQLiteChangeLog(database: database)
        let settings = try SettingsFile(home: directory, privateHosts: privateHosts)
        self.settings = settings
        let copies = SQLiteCopyArchive(
            database: database,
            policy: {
                let current = settings.current
                return CopyPolicy(
                    budget: current.copyBudget, overflow: current.whenCopiesAreFull == .keep ? .keep : .evict,
                    excludedHosts: current.neverCaptured)
            }, now: now)
        self.copies = copies
        var configuration = ServiceConfiguration(
            port: port, directories: ConfirmedDirectories(standard: directory + "/downloads"))
        // A busy machine may need longer than the defaults, which ConnectionTests cover with a manual clock.
        configuration.connections.headTimeout = .seconds(900)
        configuration.connections.bodyTimeout = .seconds(900)
        configuration.connections.idleTimeout = .seconds(900)
        configure(&configuration)
        service = LeftoffService(
            configuration: configuration,
            stores: ServiceStores(
                snapshots: archive ?? self.archive, queue: queue, changes: log,
                backup: SQLiteBackupStore(database: database), copies: copies, windows: windows,
                shelf: shelf),
            worker: WorkerConnection(progress: board), tokens: RotatingTokens(tokens, files: files),
            sessions: files == nil ? nil : SessionFile(home: directory), settings: settings,
            fetcher: PageFetcher(engine: TransferEngine()), onUntitled: untitled.append,
            now: now, monotonicNow: { clock.monotonicNow }, logger: logger)
        let signIn = service.testSessions.begin(browser: "Test", replacing: nil)
        cookie = signIn.cookie
        _ = try service.testSessions.claim(
            signIn.claim.text, secret: secret, cookies: [Substring(signIn.cookie.text)])
    }

    deinit { try? FileManager.default.removeItem(atPath: home) }

    /// Creates a feed of its changes with a manual clock.
    func feed(
        clock: ManualClock, _ change: (inout EventFeed.Options) -> Void = { _ in },
        tokenGeneration: @escaping @Sendable () -> Int = { 0 },
        hasSession: @escaping @Sendable (String) -> Bool = { _ in true }
    ) -> EventFeed {
        var options = EventFeed.Options()
        change(&options)
        return EventFeed(
            log: log, archive: archive, queue: queue, progress: board, options: options,
            tokenGeneration: tokenGeneration, hasSession: hasSession
        ) {
            try await clock.sleep(for: $0)
        }
    }

    /// Runs the service on a free port, then ends it.
    func running<Value: Sendable>(
        _ body: @escaping @Sendable (ServiceAddress) async throws -> Value
    ) async throws -> Value {
        let (addresses, ready) = AsyncStream.makeStream(of: ServiceAddress.self)
        let running = Task {
            defer { ready.finish() }
            try await service.run { ready.yield($0) }
        }
        var iterator = addresses.makeAsyncIterator()
        guard let address = await iterator.next() else {
            try await running.value
            throw ServiceError.addressRefused(port: 0, reason: "the service ended before it was ready")
        }
        let result: Result<Value, any Error>
        do { result = .success(try await body(address)) } catch { result = .failure(error) }
        running.cancel()
        try await running.value
        return try result.get()
    }

    /// Sends requests to the router.
    func requests<Value>(_ body: @Sendable (RouterClient) async throws -> Value) async throws -> Value {
        try await body(RouterClient(service))
    }

    /// Header fields of a request with the full token.
    var full: HTTPFields { [.authorization: "Bearer \(tokens.full.text)"] }
    /// Header fields of a request with the capture token.
    var capture: HTTPFields { [.authorization: "Bearer \(tokens.capture.text)"] }
    /// Header fields of a request of a signed-in page: the cookie and the secret of its session.
    var session: HTTPFields { cookieOnly.adding("Leftoff-Session", secret.text) }
    /// Header fields of a navigation of a signed-in browser, which has only the cookie.
    var cookieOnly: HTTPFields { [.cookie: "theme=dark; leftoff_80=\(cookie.text)"] }
}

/// The places without titles that a service has added, request by request.
final class UntitledPlaces: Sendable {
    private let added = Mutex<[[UntitledPlace]]>([])

    /// The places of each request so far.
    var requests: [[UntitledPlace]] { added.withLock { $0 } }

    /// Adds the places of a request.
    @Sendable
    func append(_ places: [UntitledPlace]) { added.withLock { $0.append(places) } }
}

/// A clock that stands still until a test moves it.
final class Clock: Sendable {
    private let time = Mutex(Date(timeIntervalSince1970: 1_460_000_000))
    private let start = ContinuousClock.now
    private let monotonicTime: Mutex<ContinuousClock.Instant>

    init() {
        monotonicTime = Mutex(start)
    }

    /// The time that a person can set.
    var now: Date { time.withLock { $0 } }

    /// The time that nobody can set.
    var monotonicNow: ContinuousClock.Instant { monotonicTime.withLock { $0 } }

    /// ``monotonicNow`` as the time since the start of the system.
    var bootTime: BootTime {
        BootTime(boot: "test", milliseconds: start.duration(to: monotonicNow).components.seconds * 1_000)
    }

    /// Lets a number of seconds pass.
    func move(by seconds: TimeInterval) {
        set(by: seconds)
        monotonicTime.withLock { $0 = $0.advanced(by: .seconds(seconds)) }
    }

    /// Sets the clock forward, or back by a negative number of seconds, as a person can.
    func set(by seconds: TimeInterval) { time.withLock { $0 += seconds } }
}

extension HTTPFields {
    /// The fields with the media type of JSON added.
    var json: HTTPFields {
        var fields = self
        fields[.contentType] = "application/json"
        return fields
    }

    /// Returns the fields with another one.
    func adding(_ name: String, _ value: String) -> HTTPFields {
        var fields = self
        if let name = HTTPField.Name(name) { fields[name] = value }
        return fields
    }
}
