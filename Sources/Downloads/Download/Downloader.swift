package import DownloadQueue
package import Transfer
import WHATWGURL

/// Downloads items through a transfer engine.
package struct Downloader: ItemDownloading {
    private let engines: DownloadEngines
    private let options: DownloadOptions
    private let committer = DownloadCommitter()
    private let directories = DirectoryCache()
    private let own = WrittenPaths()
    private let budget: MemoryBudget

    /// Makes a downloader.
    ///
    /// - Parameters:
    ///   - engine: Makes the requests.
    ///   - options: How files are downloaded.
    package init(engine: TransferEngine, options: DownloadOptions = DownloadOptions()) {
        self.init(engines: DownloadEngines(usual: engine) { _ in [] }, options: options)
    }

    /// Makes a downloader with an engine for each way to a server.
    ///
    /// - Parameters:
    ///   - engines: Make the requests.
    ///   - options: How files are downloaded.
    package init(engines: DownloadEngines, options: DownloadOptions = DownloadOptions()) {
        self.engines = engines
        self.options = options
        budget = MemoryBudget(options.memoryBudget)
    }

    package func placeFinder() -> (QueueItem) -> PreparedDestination? {
        var open: [String: DestinationDirectory] = [:]
        return { item in
            guard item.url.isHTTP, item.fileName == nil, item.sha256 == nil, item.content == .nothing,
                let directory = open[item.directory] ?? (try? directories.open(item.directory)),
                let engine = try? engines.engine(for: item)
            else { return nil }
            open[item.directory] = directory
            let name = item.wishedName()
            guard (try? directory.isClear(name)) == true else { return nil }
            return PreparedDestination(directory: directory, engine: engine, name: name)
        }
    }

    package func begin(
        _ item: QueueItem, at place: PreparedDestination, journal: DownloadJournal,
        progress: @escaping @Sendable (_ bytes: Int64, _ total: Int64?) -> Void,
        received: @escaping @Sendable () -> Void, ended: @escaping @Sendable (DownloadResult) -> Void
    ) -> (@Sendable () -> Void)? {
        let site = site(of: item, in: place.directory, journal, freeName: place.name, progress)
        committer.enter()
        let attempt = DownloadAttempt(
            site: site, engine: place.engine, options: options, committer: committer, received: received)
        return attempt.begin { [committer] result in
            committer.leave()
            site.leave()
            switch result {
            case .success(let item): ended(.ended(item))
            case .failure(let error): ended(Self.result(of: error))
            }
        }
    }

    package func download(
        _ item: QueueItem, at place: PreparedDestination?, journal: DownloadJournal,
        progress: @escaping @Sendable (_ bytes: Int64, _ total: Int64?) -> Void,
        received: @escaping @Sendable () -> Void
    ) async -> DownloadResult {
        do {
            guard item.url.isHTTP else {
                throw QueueFailure(.scheme, "\(item.url.scheme): cannot be downloaded", isLasting: true)
            }
            let start = try await begin(item, at: place, journal, progress)
            defer { start.site.leave() }
            committer.enter()
            defer { committer.leave() }
            if let recovered = start.recovered { return .ended(recovered) }
            let attempt = DownloadAttempt(
                site: start.site, engine: start.engine, options: options, committer: committer, received: received)
            return .ended(try await attempt.run(start.writer))
        } catch {
            return Self.result(of: error)
        }
    }

    /// What a try begins with.
    private struct Start {
        var site: PartialDownload
        var engine: TransferEngine
        /// The item, where an earlier worker had all but ended it.
        var recovered: QueueItem?
        /// Goes on with what is on disk.
        var writer: PartWriter?
    }

    private func begin(
        _ item: QueueItem, at place: PreparedDestination?, _ journal: DownloadJournal,
        _ progress: @escaping @Sendable (Int64, Int64?) -> Void
    ) async throws -> Start {
        if let place {
            let site = site(of: item, in: place.directory, journal, freeName: place.name, progress)
            return Start(site: site, engine: place.engine)
        }
        return try await DiskThread.run {
            let site = site(of: item, in: try directories.open(item.directory), journal, freeName: nil, progress)
            do {
                let engine = try engines.engine(for: item)
                if let done = try site.recover() { return Start(site: site, engine: engine, recovered: done) }
                return Start(site: site, engine: engine, writer: try site.prepare())
            } catch {
                site.leave()
                throw error
            }
        }
    }

    private func site(
        of item: QueueItem, in directory: DestinationDirectory, _ journal: DownloadJournal, freeName: String?,
        _ progress: @escaping @Sendable (Int64, Int64?) -> Void
    ) -> PartialDownload {
        PartialDownload(
            item, in: directory, journal: journal, options: options, budget: budget, own: own, freeName: freeName,
            progress: progress)
    }

    private static func result(of error: any Error) -> DownloadResult {
        switch error {
        case let answer as DownloadAttempt.Answer: .failed(answer.failure, retryAfter: answer.retryAfter)
        case is CancellationError: .stopped
        case let locked as PartFile.Locked:
            .postponed(QueueFailure(.internal, "\(locked.path): another process writes it"))
        case let failure as QueueFailure: .failed(failure, retryAfter: nil)
        case QueueError.leaseLost, QueueError.notFound: .leaseLost
        // A person has paused or removed the item in the meantime.
        case QueueError.notAllowed: .stopped
        case TransferError.cancelled, TransferError.shutDown: .stopped
        case let error as TransferError: .failed(QueueFailure(error), retryAfter: nil)
        default: .failed(QueueFailure(.internal, "\(error)"), retryAfter: nil)
        }
    }
}

extension QueueFailure {
    /// The failure that an error of a transfer means.
    init(_ error: TransferError) {
        let kind: Class =
            switch error {
            case .dns: .dns
            case .connect, .connectionLost: .connect
            case .tls: .tls
            case .timeout, .lowSpeed: .timeout
            case .redirect: .redirect
            case .truncated: .short
            case .tooLarge: .excess
            case .refusedAddress: .refused
            case .request, .http: .protocol
            case .cancelled, .shutDown: .internal
            }
        self.init(kind, "\(error)", isLasting: !error.isTransient)
    }
}
