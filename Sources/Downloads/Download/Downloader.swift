package import DownloadQueue
package import Transfer
import WHATWGURL

/// A downloader of items through transfer engines.
package struct Downloader: ItemDownloading {
    private let engines: DownloadEngines
    private let options: DownloadOptions
    private let committer = DownloadCommitter()
    private let directories = DirectoryCache()
    private let writtenPaths = WrittenPaths()
    private let budget: MemoryBudget
    private let segmentBudget: SegmentBudget

    /// Creates a downloader with one engine.
    package init(engine: TransferEngine, options: DownloadOptions = DownloadOptions()) {
        self.init(engines: DownloadEngines(usual: engine) { _ in [] }, options: options)
    }

    /// Creates a downloader with one engine for each connection profile.
    package init(engines: DownloadEngines, options: DownloadOptions = DownloadOptions()) {
        self.engines = engines
        self.options = options
        budget = MemoryBudget(options.memoryBudget)
        segmentBudget = SegmentBudget(segments: options.segments)
    }

    package func destinationFinder() -> (QueueItem) -> PreparedDestination? {
        var open: [String: DestinationDirectory] = [:]
        return { item in
            guard (try? Self.check(item)) != nil, item.fileName == nil, item.sha256 == nil, item.content == .nothing,
                let directory = open[item.directory] ?? (try? directories.open(item.directory)),
                let engine = try? engines.engine(for: item)
            else { return nil }
            open[item.directory] = directory
            let name = item.preferredName()
            guard (try? directory.isClear(name)) == true else { return nil }
            return PreparedDestination(directory: directory, engine: engine, name: name)
        }
    }

    package func begin(
        _ item: QueueItem, at destination: PreparedDestination, journal: DownloadJournal,
        progress: @escaping @Sendable (_ bytes: Int64, _ total: Int64?) -> Void,
        received: @escaping @Sendable () -> Void, ended: @escaping @Sendable (DownloadResult) -> Void
    ) -> (@Sendable () -> Void)? {
        let partial = partial(of: item, in: destination.directory, journal, unusedName: destination.name, progress)
        committer.enter()
        let attempt = DownloadAttempt(
            partial: partial, engine: destination.engine, options: options, committer: committer,
            segmentBudget: segmentBudget, onReceived: received)
        return attempt.begin { [committer] result in
            committer.leave()
            partial.close()
            switch result {
            case .success(let item): ended(.ended(item))
            case .failure(let error): ended(Self.result(of: error))
            }
        }
    }

    package func download(
        _ item: QueueItem, at destination: PreparedDestination?, journal: DownloadJournal,
        progress: @escaping @Sendable (_ bytes: Int64, _ total: Int64?) -> Void,
        received: @escaping @Sendable () -> Void
    ) async -> DownloadResult {
        do {
            try Self.check(item)
            let start = try await begin(item, at: destination, journal, progress)
            defer { start.partial.close() }
            committer.enter()
            defer { committer.leave() }
            if let recovered = start.recovered { return .ended(recovered) }
            let attempt = DownloadAttempt(
                partial: start.partial, engine: start.engine, options: options, committer: committer,
                segmentBudget: segmentBudget, onReceived: received)
            return .ended(try await attempt.run(start.writer))
        } catch {
            return Self.result(of: error)
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

    private func begin(
        _ item: QueueItem, at destination: PreparedDestination?, _ journal: DownloadJournal,
        _ progress: @escaping @Sendable (Int64, Int64?) -> Void
    ) async throws -> Start {
        if let destination {
            let partial = partial(of: item, in: destination.directory, journal, unusedName: destination.name, progress)
            return Start(partial: partial, engine: destination.engine)
        }
        return try await DiskThread.run {
            let partial = partial(
                of: item, in: try directories.open(item.directory), journal, unusedName: nil, progress)
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
        of item: QueueItem, in directory: DestinationDirectory, _ journal: DownloadJournal, unusedName: String?,
        _ progress: @escaping @Sendable (Int64, Int64?) -> Void
    ) -> PartialDownload {
        PartialDownload(
            item, in: directory, journal: journal, options: options, budget: budget, writtenPaths: writtenPaths,
            unusedName: unusedName,
            progress: progress)
    }

    /// Checks that an item can be downloaded at all.
    private static func check(_ item: QueueItem) throws(QueueFailure) {
        guard item.url.isHTTP else {
            throw QueueFailure(.scheme, "\(item.url.scheme): cannot be downloaded", isLasting: true)
        }
        // The addresses that a proxy contacts cannot be checked, and a chosen proxy must not be bypassed.
        guard item.request.proxy == nil || item.request.privateHosts.includesOwn else {
            throw QueueFailure(
                .refused, "\(item.url.href): a download that was added through the service cannot use a proxy",
                isLasting: true)
        }
    }

    private static func result(of error: any Error) -> DownloadResult {
        switch error {
        case let response as DownloadAttempt.ErrorResponse: .failed(response.failure, retryAfter: response.retryAfter)
        case is CancellationError: .stopped
        case let locked as PartFile.Locked:
            .postponed(QueueFailure(.internal, "\(locked.path): another process is writing to it"))
        case let failure as QueueFailure: .failed(failure, retryAfter: nil)
        case QueueError.leaseLost, QueueError.notFound: .leaseLost
        // The user has paused or removed the item in the meantime.
        case QueueError.notAllowed: .stopped
        case TransferError.cancelled, TransferError.shutDown: .stopped
        case let error as TransferError: .failed(QueueFailure(error), retryAfter: nil)
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
            case .tooLarge: .excess
            case .refusedAddress: .refused
            case .request, .http: .protocol
            case .unavailable, .cancelled, .shutDown: .internal
            }
        let advice = kind == .refused ? "; --allow-private \(error.url.hostname) or the settings allow this host" : ""
        self.init(kind, "\(error)\(advice)", isLasting: !error.isTransient)
    }
}
