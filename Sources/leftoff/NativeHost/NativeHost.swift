import Dispatch
import FoundationEssentials
import Glibc
import Logging
import Service
import Store
import Synchronization

/// The native host, which responds to the messages of a browser's extension.
struct NativeHost {
    private let api: ExtensionAPI

    /// Creates the host of a data directory, which need not exist.
    init(home: DataHome) {
        let stores = NativeHostStores(home: home)
        let launcher = ServiceLauncher(home: home, port: nil)
        let host = ExtensionHost(
            version: Version.current, runningOrigin: { await launcher.runningOrigin() },
            signIn: {
                let code = try await launcher.launch()
                return (code.origin, code.code)
            }, record: { try BrowserRecord.record($0, version: $1, at: Date(), in: home) })
        let log = ServiceLog(format: .text, secrets: [], write: StandardError.writeLine)
        var logger = Logger(label: "leftoff") { _ in log }
        // A malformed file gives no permission, and the extension can work without its directories.
        let configuration = (try? Configuration.load(from: home)) ?? Configuration()
        logger.logLevel = .warning
        api = ExtensionAPI(
            stores: stores.current, directories: DownloadDirectory.confirmed(configuration), host: host,
            now: { Date() }, logger: logger)
    }

    /// Responds to messages until the browser closes the connection or ends.
    ///
    /// Only one message is in memory at a time: while the browser does not read a response, the next message waits in
    /// the pipe.
    ///
    /// - Parameter connection: The connection to the browser.
    /// - Throws: `NativeMessagingError` if the connection breaks or its input cannot be understood.
    func run(_ connection: consuming NativeMessageConnection) throws {
        do {
            while let message = try connection.receive() {
                for part in respond(to: message).messages() { try connection.send(part) }
            }
        } catch NativeMessagingError.tooLarge(let length, let limit) {
            let error = NativeMessagingError.tooLarge(length: length, limit: limit)
            // The message is not read, so the beginning of the next one cannot be found.
            for part in Self.response(.tooLarge("\(error)"), id: nil).messages() { try connection.send(part) }
            throw error
        }
    }

    /// Returns the response to a message.
    private func respond(to message: [UInt8]) -> NativeResponse {
        do throws(NativeMessagingError) {
            let request = try NativeRequest(json: message)
            return Self.response(response(to: request), id: request.id)
        } catch {
            guard case .invalidRequest(let id, let reason) = error else {
                return Self.response(.badRequest("\(error)"), id: nil)
            }
            return Self.response(.badRequest(reason), id: id)
        }
    }

    /// Returns the response to a request.
    ///
    /// The thread that waits for the response also runs the work, so that the host needs no thread pool of the
    /// concurrency runtime for its one request at a time.
    private func response(to request: NativeRequest) -> ExtensionResponse {
        WaitingThreadExecutor().run { [api] in
            await api.respond(method: request.method, path: request.path, body: request.body)
        }
    }

    private static func response(_ response: ExtensionResponse, id: Int?) -> NativeResponse {
        NativeResponse(id: id, status: response.status, body: response.body)
    }
}

/// The stores of the native host, which are opened when a request needs them.
private final class NativeHostStores: Sendable {
    /// An open database and the identity of its file.
    private struct OpenDatabase {
        var database: LeftoffDatabase
        var device: dev_t
        var inode: ino_t
    }

    private let home: DataHome
    private let open = Mutex<OpenDatabase?>(nil)

    /// Creates the stores of a data directory, which need not exist.
    init(home: DataHome) {
        self.home = home
    }

    /// Returns the stores, with the current settings.
    ///
    /// - Throws: `StoreError` if the database cannot be opened, `ServiceError` if the settings cannot be read.
    func current() throws -> ExtensionStores {
        let database = try database()
        let configuration = try? Configuration.load(from: home)
        let settings = try SettingsFile(home: home.path, privateHosts: configuration?.allowedPrivateHosts ?? [])
        return ExtensionStores(
            snapshots: SQLiteSnapshotArchive(database: database, now: { Date() }),
            queue: SQLiteQueueStore(database: database),
            copies: SQLiteCopyArchive(
                database: database, policy: { CopyPolicy(settings.current) }, now: { Date() }),
            settings: settings, windows: SQLiteWindowSetArchive(database: database, now: { Date() }),
            shelf: SQLiteShelf(database: database, now: { Date() }))
    }

    /// Returns the database.
    ///
    /// The host runs as long as its browser. If the file was deleted or replaced meanwhile, writing to the open one
    /// would acknowledge places that nobody finds.
    private func database() throws -> LeftoffDatabase {
        try open.withLock { open in
            var status = stat()
            if let open, stat(open.database.path, &status) == 0, status.st_dev == open.device,
                status.st_ino == open.inode
            {
                return open.database
            }
            open = nil
            let database = try home.database()
            if stat(database.path, &status) == 0 {
                open = OpenDatabase(database: database, device: status.st_dev, inode: status.st_ino)
            }
            return database
        }
    }
}

/// An executor that runs asynchronous work on the thread that waits for its result.
private final class WaitingThreadExecutor: TaskExecutor {
    private let jobs = Mutex<[UnownedJob]>([])
    /// Counts the jobs, and the result.
    private let work = DispatchSemaphore(value: 0)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
        work.signal()
    }

    /// Runs asynchronous work, and waits for its result.
    ///
    /// - Parameter body: The work; it must not be run on the thread pool of the concurrency runtime.
    /// - Returns: The result of `body`.
    func run<Value: Sendable>(_ body: @escaping @Sendable () async -> Value) -> Value {
        let result = Result<Value>()
        Task(executorPreference: self) {
            let value = await body()
            result.value.withLock { $0 = value }
            self.work.signal()
        }
        while true {
            work.wait()
            if let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
                job.runSynchronously(on: asUnownedTaskExecutor())
            } else if let value = result.value.withLock({ $0 }) {
                return value
            }
        }
    }

    private final class Result<Value: Sendable>: Sendable {
        let value = Mutex<Value?>(nil)
    }
}
