import DownloadQueue
import FoundationEssentials
import PostgresStore
import Store
import Synchronization

/// The queue that a command works on.
struct CommandQueue {
    /// The queue's store.
    let store: any QueueTransferStore
    /// True if the workers of other machines may use the queue too.
    let isShared: Bool
    /// The reason why the rows of the queue are not obeyed without limits; nil if only this user can write them.
    let distrust: String?
    /// Returns the hosts from which nothing is downloaded at the moment, with the end of the delay for each.
    let heldHosts: (_ now: Date) throws -> [String: Date]
    /// Ends the statement that the database of this process is running.
    let interrupt: @Sendable () -> Void

    /// Opens a queue.
    ///
    /// - Parameters:
    ///   - location: The place where the queue is stored.
    ///   - isDurable: False if a crash of the machine or the server may lose the last changes.
    /// - Throws: `StoreError` and `PostgresStoreError` if the database cannot be used, `CommandFailure` if there is no
    ///   data directory.
    init(_ location: QueueLocation, isDurable: Bool = true) throws {
        switch location {
        case .local:
            let home = try DataHome()
            let database = try home.database()
            let queue = SQLiteQueueStore(database: database)
            if !isDurable { try queue.relaxDurability() }
            store = queue
            isShared = false
            distrust = home.distrust
            heldHosts = { try queue.heldHosts(at: $0) }
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
            heldHosts = { try queue.heldHosts(at: $0) }
            interrupt = {}
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
