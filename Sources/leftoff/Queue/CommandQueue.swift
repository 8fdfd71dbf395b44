import ArgumentParser
import DownloadQueue
import Downloads
import FoundationEssentials
import PostgresStore
import Service
import Store
import Synchronization
import Syntax
import TerminalHUD

/// The queue that a command works on.
struct CommandQueue {
    /// The queue's store.
    let store: any QueueTransferStore
    /// True if the workers of other machines may use the queue too.
    let isShared: Bool
    /// The reason why the rows of the queue are not obeyed without limits; nil if only this user can write them.
    let distrust: String?
    /// Returns those of some hosts from which nothing is downloaded at the moment, with the end of the delay for each.
    let heldHosts: (_ now: Date, _ hosts: Set<String>) throws -> [String: Date]
    /// Ends the statement that the database of this process is running.
    let interrupt: @Sendable () -> Void

    /// Opens a queue.
    ///
    /// - Parameters:
    ///   - location: The place where the queue is stored.
    ///   - isDurable: False if a crash of the machine or the server may lose the last changes.
    ///   - createsDatabase: False for a command that only reads or changes downloads that exist.
    /// - Throws: `StoreError` and `PostgresStoreError` if the database cannot be used, `CommandFailure` if there is no
    ///   data directory.
    init(_ location: QueueLocation, isDurable: Bool = true, createsDatabase: Bool = true) throws {
        switch location {
        case .local:
            let home = try DataHome()
            let database = createsDatabase ? try home.database() : try home.existingDatabase()
            let queue = SQLiteQueueStore(database: database)
            if !isDurable { try queue.relaxDurability() }
            store = queue
            isShared = false
            distrust = home.distrust
            heldHosts = { now, _ in try queue.heldHosts(at: now) }
            interrupt = { database.interrupt() }
        case .shared(let address):
            var configuration = PostgresQueueStore.Configuration()
            configuration.isDurable = isDurable
            // Later, a worker reports outages itself.
            let isOpening = Atomic(true)
            configuration.reconnect.report = { reason in
                guard isOpening.load(ordering: .relaxed) else { return }
                StandardError.writeLine("leftoff: waiting for the queue: \(reason)")
            }
            let queue = try PostgresQueueStore(address, configuration: configuration)
            isOpening.store(false, ordering: .relaxed)
            store = queue
            isShared = true
            distrust = "other users or machines may write to it"
            heldHosts = { try queue.heldHosts(at: $0, among: $1) }
            interrupt = { queue.interrupt() }
        }
    }

    /// Returns the directory of this machine's part files; nil if they are in their destinations.
    ///
    /// - Parameter option: The value of `--work-dir`; nil without it. A shared queue then uses the data directory.
    /// - Returns: The absolute path.
    /// - Throws: `CommandFailure` if there is no data directory.
    func workDirectory(_ option: String? = nil) throws -> String? {
        if let option { return SystemPath.absolute(option) }
        return isShared ? try DataHome().absolutePath + "/work" : nil
    }
}

/// The option of all commands that use the queue.
struct QueueStoreOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Use the queue in this PostgreSQL database, or the local one: postgresql://…, local.", valueName: "url"))
    var queue: String?

    /// Opens the queue.
    ///
    /// - Parameters:
    ///   - isDurable: False if a crash of the machine or the server may lose the last changes.
    ///   - createsDatabase: False for a command that only reads or changes downloads that exist.
    /// - Returns: The queue.
    /// - Throws: The errors of ``QueueLocation`` and ``CommandQueue``.
    func open(isDurable: Bool = true, createsDatabase: Bool = true) throws -> CommandQueue {
        try CommandQueue(QueueLocation(option: queue), isDurable: isDurable, createsDatabase: createsDatabase)
    }
}

/// The place where the queue is stored: the data directory, or a PostgreSQL database that several machines share.
enum QueueLocation: Equatable {
    /// The database of the data directory.
    case local
    /// A database on a server.
    case shared(PostgresAddress)

    /// The word for the queue of the data directory.
    private static let localName = "local"

    /// The name of the file in the data directory that contains the address.
    private static let fileName = "queue-address"

    /// Determines the location: the option, otherwise `LEFTOFF_QUEUE`, otherwise the file in the data directory.
    ///
    /// - Parameter option: The value of `--queue`; nil without it.
    /// - Throws: `CommandFailure` for another kind of address, and for a file that other users can read.
    init(option: String?) throws {
        let environment = ProcessInfo.processInfo.environment
        if let option {
            try self.init(address: option, source: "--queue")
        } else if let value = environment["LEFTOFF_QUEUE"], !value.isEmpty {
            try self.init(address: value, source: "LEFTOFF_QUEUE")
        } else if let path = try? DataHome(environment: environment).path + "/" + Self.fileName,
            let text = try Self.content(of: path)
        {
            try self.init(address: text, source: path)
        } else {
            self = .local
        }
    }

    private init(address text: String, source: String) throws {
        if text == Self.localName {
            self = .local
        } else if text.hasPrefix("postgresql://") || text.hasPrefix("postgres://") {
            self = .shared(PostgresAddress(text))
        } else {
            // The value may contain a password, so it is not repeated.
            throw CommandFailure(
                what: source, why: "must be an address that begins with postgresql://, or \(Self.localName)",
                status: .usage)
        }
    }

    /// Returns the first line of the file with the address; nil if there is no such file.
    private static func content(of path: String) throws -> String? {
        switch try OwnedFile.read(path, limit: 1 << 16, isPrivate: true) {
        case .missing: return nil
        case .untrusted(let reason): throw CommandFailure(what: path, why: reason, status: .refused)
        case .bytes(let bytes):
            let line = String(decoding: bytes.prefix { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self).streamSafe
            guard !line.isEmpty else {
                throw CommandFailure(what: path, why: "contains no address", status: .malformedInput)
            }
            return line
        }
    }
}

/// The options of commands that obey the rows of a queue which other users or machines can write to.
struct WorkerRuleOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Obey downloads of a shared queue below this directory; repeatable. (default: the download directory)",
            valueName: "dir"))
    var root: [String] = []

    @Option(
        help: ArgumentHelp("Obey downloads of a shared queue that use this proxy; repeatable.", valueName: "url"))
    var allowProxy: [String] = []

    @Option(
        help: ArgumentHelp(
            "Obey downloads of a shared queue that use this netrc or cookie file; repeatable.", valueName: "file"))
    var allowFile: [String] = []

    @Flag(help: "Obey downloads of a shared queue with any request fields, also with cookies and passwords.")
    var allowHeaders = false

    @Flag(help: "Obey all downloads of a shared queue, to which nobody but you can write.")
    var trustQueue = false

    /// True if an option other than `--trust-queue` was given.
    var hasLimits: Bool { !root.isEmpty || !allowProxy.isEmpty || !allowFile.isEmpty || allowHeaders }

    func validate() throws {
        if trustQueue, hasLimits {
            throw ValidationError(
                "--trust-queue excludes --root, --allow-proxy, --allow-file and --allow-headers")
        }
        guard (root + allowFile).allSatisfy({ !$0.isEmpty && !$0.utf8.contains(0) }) else {
            throw ValidationError("--root and --allow-file must be paths")
        }
        for proxy in allowProxy where !ProxyArgument.isValid(proxy) {
            throw ValidationError("--allow-proxy must be \(ProxyArgument.expectedForm)")
        }
    }
}

extension CommandQueue {
    /// Returns the limits within which this command obeys the rows of the queue.
    ///
    /// - Parameters:
    ///   - options: The options of the command; nil if it has none.
    ///   - requests: The requests that this very command adds, which permit themselves.
    /// - Returns: The rules; nil if the rows decide, because only this user can write them.
    /// - Throws: `CommandFailure` if `config.json` is malformed.
    func rules(_ options: WorkerRuleOptions? = nil, permitting requests: [NewQueueItem] = []) throws -> WorkerRules? {
        if options?.trustQueue == true {
            StandardError.writeLine(
                "leftoff: trusting the queue: its downloads choose directories, proxies, files, request fields and"
                    + " private hosts")
            return nil
        }
        guard distrust != nil || options?.hasLimits == true else { return nil }
        return try WorkerRules(options, permitting: requests, home: DataHome())
    }
}

extension WorkerRules {
    /// Returns items without the parts that go beyond the rules, for another program or another queue.
    ///
    /// - Parameters:
    ///   - items: Items of a queue.
    ///   - rules: The rules; nil if the rows decide.
    /// - Returns: The items, and messages about what was left out, one for each kind.
    static func reduced(_ items: [QueueItem], by rules: WorkerRules?) -> (items: [QueueItem], notes: [String]) {
        guard let rules else { return (items, []) }
        var counts: [Excess: Int] = [:]
        let reduced = items.map { item in rules.reduced(item) { counts[$0, default: 0] += 1 } }
        let notes = Excess.allCases.compactMap { kind in
            counts[kind].map { "\(kind.rawValue): left out of \(counted($0, "download")); \(kind.option) allows them" }
        }
        return (reduced, notes)
    }

    /// Creates the rules of the command line and of `config.json`.
    ///
    /// - Parameters:
    ///   - options: The options of the command; nil if it has none.
    ///   - requests: The requests that this very command adds.
    ///   - home: The data directory.
    /// - Throws: `CommandFailure` if `config.json` is malformed.
    init(_ options: WorkerRuleOptions?, permitting requests: [NewQueueItem], home: DataHome) throws {
        let configured = try Configuration.load(from: home).worker
        self.init(roots: ((options?.root ?? []) + (configured?.roots ?? [])).flatMap(Self.spellings))
        proxies = Set((options?.allowProxy ?? []) + (configured?.proxies ?? []))
        files = Set(((options?.allowFile ?? []) + (configured?.files ?? [])).flatMap(Self.spellings))
        allowsAllFields = options?.allowHeaders ?? false
        permit(requests)
        if roots.isEmpty, let standard = DownloadDirectory.standard { roots = Self.spellings(of: standard) }
    }

    /// Returns the absolute path as it was typed, and the one without symbolic links; rows may contain either.
    private static func spellings(of path: String) -> [String] {
        let typed = path.hasPrefix("/") ? path : "\(FileManager.default.currentDirectoryPath)/\(path)"
        return [typed] + [SystemPath.absolute(path)].compactMap(\.self).filter { $0 != typed && $0.hasPrefix("/") }
    }
}

extension QueueStore {
    /// Writes a line to standard error for each row that the command has met and could not read.
    ///
    /// - Throws: `ExitStatus.someFailed` if there was one.
    func reportDamagedRows() throws {
        let reasons = damagedRows.removeUnreported()
        for case .damaged(let id, let field) in reasons {
            let command = "leftoff queue remove \(CommandWord.quoted(id))"
            StandardError.writeLine(
                TerminalText.sanitized("leftoff: \(QueueError.damaged(id: id, field: field)); remove it: \(command)"))
        }
        if !reasons.isEmpty { throw ExitStatus.someFailed }
    }
}
