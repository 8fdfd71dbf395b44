import Downloads
import PageFetch
import Transfer

/// The transfer engines of `leftoff serve`.
struct ServeEngines {
    /// The maximum number of transfers for pages, of which only a few are fetched at the same time.
    private static let maximumPageTransfers = 16

    private let downloadEngine: TransferEngine
    private let pageEngine: TransferEngine
    /// The engines of downloads.
    let downloads: DownloadEngines

    /// Starts the engines.
    ///
    /// - Parameters:
    ///   - certificatePath: The path of a PEM file with the certificates to trust; nil for the system's.
    ///   - rules: The limits within which downloads are obeyed; nil if the items decide.
    init(certificatePath: String?, rules: WorkerRules?) {
        var downloads = QueueLimits().engineConfiguration(segments: DownloadOptions().segments)
        downloads.certificatePath = certificatePath
        downloadEngine = TransferEngine(configuration: downloads)
        // A separate engine, so that fetching a page does not wait for downloads.
        var configuration = TransferEngine.Configuration()
        configuration.certificatePath = certificatePath
        configuration.maximumConcurrent = Self.maximumPageTransfers
        pageEngine = TransferEngine(configuration: configuration)
        self.downloads = DownloadEngines(usual: downloadEngine, rules: rules) { try CookieFile(path: $0).lines() }
    }

    /// The fetcher of pages that requests to the service need.
    var pageFetcher: PageFetcher {
        PageFetcher(
            engine: pageEngine, policy: FetchPolicy(userAgent: FetchPolicy.userAgent(version: Version.current)))
    }

    /// Ends all transfers.
    func shutdown() async {
        await downloadEngine.shutdown()
        await downloads.shutdown()
        await pageEngine.shutdown()
    }
}
