package import DownloadQueue
import Fetching
package import FoundationEssentials
import Glibc
import Synchronization
import Syntax
import WHATWGURL

/// A downloader of items through transfer engines.
struct Downloader: ItemDownloading {
    private let engines: DownloadEngines
    private let options: DownloadOptions
    private let committer = DownloadCommitter()
    private let directories = DirectoryCache()
    private let writtenPaths = WrittenPaths()
    private let budget: MemoryBudget
    private let segmentBudget: SegmentBudget

    /// Creates a downloader with one engine.
    init(engine: TransferEngine, options: DownloadOptions = DownloadOptions()) {
        self.init(engines: DownloadEngines(usual: engine) { _ in [] }, options: options)
    }

    /// Creates a downloader with one engine for each connection profile.
    init(engines: DownloadEngines, options: DownloadOptions = DownloadOptions()) {
        self.engines = engines
        self.options = options
        budget = MemoryBudget(options.memoryBudget)
        segmentBudget = SegmentBudget(segments: options.segments)
    }

    package var workDirectory: String? { options.workDirectory }

    package var rules: WorkerRules? { options.rules }

    package func discardStaleFiles(of store: any QueueStore, at now: Date) {
        guard let work = try? makeWorkDirectory() else { return }
        work.discardStaleFiles(of: store, at: now)
    }

    package func destinationFinder() -> (QueueItem) -> PreparedDestination? {
        var open: [[String?]: DestinationDirectory] = [:]
        return { item in
            let key = [item.directory, options.rules?.root(ofDirectory: item.directory) ?? item.root]
            guard (try? check(item)) != nil, item.fileName == nil, item.sha256 == nil, item.content == .nothing,
                let directory = open[key] ?? (try? openDestination(of: item)),
                let engine = try? engines.engine(for: item)
            else { return nil }
            open[key] = directory
            let name = item.preferredName()
            guard (try? directory.isNameUnused(name)) == true else { return nil }
            do {
                return PreparedDestination(
                    directory: directory, work: try makeWorkDirectory(), engine: engine, name: name)
            } catch {
                return nil
            }
        }
    }

    package func start(
        _ item: QueueItem, at destination: PreparedDestination?, journal: DownloadJournal, handle: AttemptHandle,
        progress: @escaping @Sendable (_ bytes: Int64, _ total: Int64?) -> Void,
        received: @escaping @Sendable () -> Void, ended: @escaping @Sendable (DownloadResult) -> Void
    ) {
        if let destination {
            let partial = partial(
                of: item, in: destination.directory, destination.work, journal, unusedName: destination.name, progress)
            return run(Start(partial: partial, engine: destination.engine), handle, received, ended)
        }
        let task = Task {
            do {
                try check(item)
                let start = try await open(item, journal, progress)
                guard let recovered = start.recovered else { return run(start, handle, received, ended) }
                start.partial.close()
                ended(.ended(recovered))
            } catch {
                ended(await confirmedResult(of: error))
            }
        }
        handle.onCancel { task.cancel() }
    }

    /// Runs an attempt whose files are open.
    private func run(
        _ start: Start, _ handle: AttemptHandle, _ received: @escaping @Sendable () -> Void,
        _ ended: @escaping @Sendable (DownloadResult) -> Void
    ) {
        let partial = start.partial
        committer.enter()
        let attempt = DownloadAttempt(
            partial: partial, engine: start.engine, options: options, committer: committer,
            segmentBudget: segmentBudget, onReceived: received)
        attempt.start(start.writer, handle: handle) { [self] result in
            committer.leave()
            partial.close()
            switch result {
            case .success(let item): ended(.ended(item))
            case .failure(let error):
                guard case TransferError.dns = error else { return ended(self.result(of: error)) }
                Task { ended(await confirmedResult(of: error)) }
            }
        }
    }

    /// The starting point of an attempt.
    private struct Start {
        var partial: PartialDownload
        var engine: TransferEngine
        /// The item, if an earlier worker had already finished its file.
        var recovered: QueueItem?
        /// The writer that resumes the bytes on disk; nil if there are none.
        var writer: PartWriter?
    }

    /// Checks the destination of an item, and opens its files.
    private func open(
        _ item: QueueItem, _ journal: DownloadJournal, _ progress: @escaping @Sendable (Int64, Int64?) -> Void
    ) async throws -> Start {
        try await DiskThread.run {
            let directory = try openDestination(of: item)
            let partial = partial(
                of: item, in: directory, try makeWorkDirectory(for: item, in: directory), journal, unusedName: nil,
                progress)
            do {
                let engine = try engines.engine(for: item)
                if let done = try partial.recover() { return Start(partial: partial, engine: engine, recovered: done) }
                return Start(partial: partial, engine: engine, writer: try partial.prepare())
            } catch {
                partial.close()
                throw error
            }
        }
    }

    private func partial(
        of item: QueueItem, in directory: DestinationDirectory, _ work: WorkDirectory?, _ journal: DownloadJournal,
        unusedName: String?, _ progress: @escaping @Sendable (Int64, Int64?) -> Void
    ) -> PartialDownload {
        PartialDownload(
            item, in: directory, work: work, journal: journal, options: options, budget: budget,
            writtenPaths: writtenPaths, unusedName: unusedName, progress: progress)
    }

    package func check(_ item: QueueItem) throws(QueueFailure) {
        try item.checkNames()
        try options.rules?.check(item)
        guard item.url.isHTTP else {
            throw QueueFailure(.scheme, "\(item.url.scheme): cannot be downloaded", isLasting: true)
        }
        // The addresses that a proxy contacts cannot be checked, and a chosen proxy must not be bypassed.
        guard item.request.proxy != nil else { return }
        if let rules = options.rules {
            guard
                rules.ownURLs.contains(item.url)
                    || IPAddressPolicy.publicExcept(hosts: options.privateHosts()).allowsHost(of: item.url)
            else {
                throw QueueFailure(
                    .refused,
                    "\(item.url.hostname): the private host is refused for a shared download with a proxy;"
                        + " --allow-private \(item.url.hostname) allows it", isLasting: true)
            }
        } else if !item.request.privateHosts.includesOwn {
            throw QueueFailure(
                .refused, "\(item.url.href): a download that was added through the service cannot use a proxy",
                isLasting: true)
        }
    }

    // MARK: Directories

    /// An error that occurs if a destination does not exist and must not be created.
    private struct MissingDestination: Error {
        let path: String
    }

    /// Opens a destination.
    ///
    /// With a work directory, the destination is usually on a file server. If that is not mounted, a new directory
    /// would hide the files on this machine.
    private func openDestination(of item: QueueItem) throws -> DestinationDirectory {
        let (path, root) = (item.directory, try item.root(options.rules))
        guard options.workDirectory != nil else { return try directories.open(path, below: root) }
        guard access(path, F_OK) == 0 || errno != ENOENT else { throw MissingDestination(path: path) }
        let directory = try directories.open(path, below: root, isCreated: false)
        // Found out before the download, not at its end.
        try directory.checkWritable()
        return directory
    }

    /// Opens the work directory; returns nil if the options name none.
    private func makeWorkDirectory() throws -> WorkDirectory? {
        try options.workDirectory.map { WorkDirectory(directory: try directories.open($0)) }
    }

    /// Opens the work directory, unless the item has a part file in its destination, where it is then continued.
    private func makeWorkDirectory(for item: QueueItem, in directory: DestinationDirectory) throws -> WorkDirectory? {
        if item.content.partToken == nil, item.content != .nothing, let name = item.partName,
            case .file = try directory.entry(name)
        {
            return nil
        }
        return try makeWorkDirectory()
    }

    /// Returns the result of an error; if a name could not be resolved, the name service is asked if the host exists.
    private func confirmedResult(of error: any Error) async -> DownloadResult {
        guard case TransferError.dns(let url, let detail) = error, !detail.hasPrefix("Could not resolve proxy"),
            await options.isUnknownHost(url.hostname)
        else { return result(of: error) }
        let failure = QueueFailure(
            .dns, "\(url.withoutCredentials().href): there is no host named \(url.hostname)", isLasting: true)
        return .failed(failure, retryAfter: nil)
    }

    private func result(of error: any Error) -> DownloadResult {
        switch error {
        case let response as DownloadAttempt.ErrorResponse: .failed(response.failure, retryAfter: response.retryAfter)
        case is CancellationError: .stopped
        case let locked as PartFile.Locked:
            .postponed(QueueFailure(.internal, "\(locked.path): another process is writing to it"))
        case is DownloadEngines.Exhausted:
            .postponed(
                QueueFailure(.internal, "too many combinations of proxy and credential files are in use at once"))
        case let missing as MissingDestination:
            .postponed(
                QueueFailure(
                    .disk,
                    "\(missing.path): the directory does not exist; with a work directory, it is not created, because"
                        + " its file system may not be mounted"))
        case let failure as QueueFailure:
            .failed(options.workDirectory == nil ? failure.withoutFileServer : failure, retryAfter: nil)
        case QueueError.leaseLost, QueueError.notFound, QueueError.storeUnavailable: .leaseLost
        // The user has paused or removed the item in the meantime.
        case QueueError.notAllowed: .stopped
        case TransferError.cancelled, TransferError.shutDown: .stopped
        case let error as TransferError: .failed(QueueFailure(error), retryAfter: nil)
        case let error as DigestError:
            .failed(QueueFailure(.internal, "\(error)", isLasting: error.isUnsupported), retryAfter: nil)
        default: .failed(QueueFailure(.internal, "\(error)"), retryAfter: nil)
        }
    }
}

extension QueueFailure {
    /// Creates the failure for an error of a transfer.
    init(_ error: TransferError) {
        let kind: Class =
            switch error {
            case .dns: .dns
            case .connect, .connectionLost: .connect
            case .tls: .tls
            case .timeout, .lowSpeed: .timeout
            case .redirect: .redirect
            case .truncated: .short
            case .tooLarge, .decompressionBomb: .excess
            case .refusedAddress: .refused
            case .request, .http: .protocol
            case .unavailable, .cancelled, .shutDown: .internal
            }
        let advice = kind == .refused ? "; --allow-private \(error.url.hostname) or the settings allow this host" : ""
        self.init(kind, "\(error)\(advice)", isLasting: !error.isTransient)
    }
}

/// A downloader of single items, which can be replaced in tests of a worker.
package protocol ItemDownloading: Sendable {
    /// The path of the directory for part files; nil if they are in the destinations of their items.
    var workDirectory: String? { get }

    /// The limits within which items are obeyed, also when files are deleted; nil if the items decide.
    var rules: WorkerRules? { get }

    /// Checks that an item may be attempted on this machine, without looking at the disk.
    ///
    /// - Throws: A lasting ``QueueFailure``.
    func check(_ item: QueueItem) throws(QueueFailure)

    /// Deletes files in the work directory that no item of a queue needs any more; blocks on the disk.
    ///
    /// - Parameters:
    ///   - store: The store of the queue.
    ///   - now: The current time by the worker's clock.
    func discardStaleFiles(of store: any QueueStore, at now: Date)

    /// Returns a function that checks the destinations of claimed items in advance, opening each directory only once.
    ///
    /// The function blocks on the disk. It returns nil for an item whose attempt has to check the destination itself.
    ///
    /// - Returns: The function.
    func destinationFinder() -> (QueueItem) -> PreparedDestination?

    /// Starts one attempt, and returns at once.
    ///
    /// - Parameters:
    ///   - item: The item as it was claimed.
    ///   - destination: The checked destination; nil if it was not checked.
    ///   - journal: Records events under the item's lease.
    ///   - handle: Receives the functions that cancel the attempt.
    ///   - progress: Called on any thread with the bytes so far and the size, which is nil while it is unknown.
    ///   - received: Called on any thread when all bytes have been received. The file then only has to be made durable
    ///     and renamed.
    ///   - ended: Called once with the result, on any thread, possibly before this returns; it must return quickly.
    func start(
        _ item: QueueItem, at destination: PreparedDestination?, journal: DownloadJournal, handle: AttemptHandle,
        progress: @escaping @Sendable (_ bytes: Int64, _ total: Int64?) -> Void,
        received: @escaping @Sendable () -> Void, ended: @escaping @Sendable (DownloadResult) -> Void
    )
}

extension ItemDownloading {
    package var workDirectory: String? { nil }

    package var rules: WorkerRules? { nil }

    package func check(_ item: QueueItem) throws(QueueFailure) {}

    package func discardStaleFiles(of store: any QueueStore, at now: Date) {}
}

/// A destination that was checked in advance, for a download without bytes on disk.
///
/// Otherwise, every attempt would need a thread that can block on the disk. For many small files, that costs a third of
/// the system time.
package struct PreparedDestination: Sendable {
    let directory: DestinationDirectory
    /// The directory for the part file; nil if that is in the destination.
    let work: WorkDirectory?
    let engine: TransferEngine
    /// The preferred name, which was not in use.
    let name: String
}

extension DestinationDirectory {
    /// Returns true if neither a file nor a part file of a given name exists.
    ///
    /// - Parameter name: The file's name.
    /// - Returns: False if there is any other entry with one of the names.
    /// - Throws: ``QueueFailure``.
    func isNameUnused(_ name: String) throws -> Bool {
        try entry(name) == nil && entry(name + QueueItem.partSuffix) == nil
    }
}

/// The result of one attempt to download an item.
package enum DownloadResult: Sendable {
    /// The item is done or quarantined, which has been recorded.
    case ended(QueueItem)
    /// The attempt failed. The bytes on disk have been recorded; the failure has not.
    case failed(QueueFailure, retryAfter: Date?)
    /// The attempt could not start, for a temporary reason that is unrelated to the server.
    case postponed(QueueFailure)
    /// The task was cancelled, and the bytes on disk have been recorded.
    case stopped
    /// The worker no longer holds the item, or no longer trusts its lease, and nothing was recorded.
    case leaseLost
}

extension QueueItem {
    /// Checks the names of the item's files, which other programs may have written to the queue's database.
    ///
    /// - Throws: ``QueueFailure`` for a name that no worker chooses: a path, a hidden file, or a part file without the
    ///   suffix of part files.
    func checkNames() throws(QueueFailure) {
        if let fileName, !Self.isFileName(fileName) || !DestinationDirectory.isComponent(fileName) {
            throw Self.refused(fileName)
        }
        if let partName, partName.utf8.first == UInt8(ascii: ".") || !DestinationDirectory.isPart(partName) {
            throw Self.refused(partName)
        }
    }

    private static func refused(_ name: String) -> QueueFailure {
        QueueFailure(
            .refused, "\(name): refused: the queue contains a file name that Leftoff does not choose", isLasting: true)
    }
}

/// The paths of the files that a run has completed, which the same run does not overwrite.
final class WrittenPaths: Sendable {
    private let paths = Mutex<Set<String>>([])

    /// Returns true if a file of this run has a path.
    func contains(_ path: String) -> Bool { paths.withLock { $0.contains(path) } }

    /// Adds a path.
    func insert(_ path: String) { paths.withLock { _ = $0.insert(path) } }
}
