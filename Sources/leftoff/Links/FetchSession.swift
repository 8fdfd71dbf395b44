import FoundationEssentials
import LinkPipeline
import Numbers
import PageFetch
import Transfer
import WHATWGURL

/// The connections of one run of `leftoff links`: the engine, the cache and the cookie jar.
struct FetchSession {
    /// The settings of the run.
    let configuration: LinkRun.Configuration

    private let engine: TransferEngine
    private let cache: HTTPCache?
    private let cookieJar: CookieFile?

    /// Opens the cookie jar, the cache and the engine.
    ///
    /// - Parameters:
    ///   - options: The options of the command.
    ///   - inputs: The inputs. Header fields that may be secret are sent only to the origins of their URLs.
    /// - Throws: `CommandFailure` if the cookie jar or the cache cannot be used.
    init(_ options: FetchOptions, inputs: [PageSource]) throws {
        let readsArchives = inputs.contains { $0.url != nil && $0.isArchive }
        let now: @Sendable () -> Int64 = { Int64(clamping: Date().timeIntervalSince1970, rounding: .towardZero) }
        engine = try options.makeEngine(readsArchives: readsArchives)
        cache = try options.openCache()
        cookieJar = options.requests.cookieJar.map { CookieFile(path: $0) }
        let policy = try options.policy(inputs: inputs.compactMap(\.url))
        var configuration = LinkRun.Configuration(
            fetcher: PageFetcher(engine: engine, policy: policy, cache: cache, now: now), now: now)
        configuration.frontier = options.frontierOptions
        configuration.limits = options.crawlLimits(readsArchives: readsArchives)
        configuration.archiveLimits = options.archiveLimits
        configuration.obeysRobots = !options.crawl.ignoresRobots
        configuration.checksLinks = options.crawl.check
        configuration.journalPath = options.crawl.resume
        self.configuration = configuration
    }

    /// Ends all transfers.
    ///
    /// - Returns: The lines of the cookie jar; nil if there is none.
    func close() async -> [String]? {
        let cookies = cookieJar == nil ? nil : await engine.cookies()
        await engine.shutdown()
        cache?.trim()
        return cookies
    }

    /// Writes the cookie jar.
    ///
    /// - Parameter cookies: The lines that ``close()`` returned.
    /// - Throws: `CommandFailure` if it cannot be written.
    func save(_ cookies: [String]?) throws {
        if let cookies { try cookieJar?.write(cookies) }
    }
}
