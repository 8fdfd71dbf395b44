package import Transfer
import WHATWGURL

/// Downloads items through a transfer engine.
package struct Downloader: ItemDownloading {
    private let engine: TransferEngine
    private let options: DownloadOptions

    /// Makes a downloader.
    ///
    /// - Parameters:
    ///   - engine: Makes the requests.
    ///   - options: How files are downloaded.
    package init(engine: TransferEngine, options: DownloadOptions = DownloadOptions()) {
        self.engine = engine
        self.options = options
    }

    package func download(
        _ item: QueueItem, journal: DownloadJournal, bytesPerSecondLimit: Int64?,
        progress: @escaping @Sendable (_ bytes: Int64, _ total: Int64?) -> Void
    ) async -> DownloadResult {
        do {
            guard item.url.isHTTP else {
                throw QueueFailure(.scheme, "\(item.url.scheme): cannot be downloaded", isLasting: true)
            }
            let options = options
            let (site, recovered) = try await DiskThread.run {
                let site = try DownloadSite(item, journal: journal, options: options, progress: progress)
                return (site, try site.recover())
            }
            defer { site.leave() }
            if let recovered { return .ended(recovered) }
            let attempt = DownloadAttempt(
                site: site, engine: engine, options: options, bytesPerSecondLimit: bytesPerSecondLimit)
            return .ended(try await attempt.run())
        } catch let failure as DownloadAttempt.Answer {
            return .failed(failure.failure, retryAfter: failure.retryAfter)
        } catch {
            return Self.result(of: error)
        }
    }

    private static func result(of error: any Error) -> DownloadResult {
        switch error {
        case is CancellationError: .stopped
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
