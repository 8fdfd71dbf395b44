import Crawling
import FoundationEssentials
import LinkPipeline
import PageFetch
import TerminalHUD
import Transfer
import WHATWGURL

/// The options of `leftoff links` for requests, the cache, crawls and checks.
struct FetchOptions {
    /// The options for requests.
    var requests: RequestOptions
    /// The options for crawls and checks.
    var crawl: CrawlOptions
    /// The options for the cache.
    var storage: CacheOptions
    /// The option for the report of the progress.
    var report: ProgressOptions

    /// True if nothing is fetched unless an input is a URL.
    var fetchesNothing: Bool {
        crawl.depth == 0 && !crawl.check && requests.cookieJar == nil && storage.cache == nil
    }

    /// The scope of the crawl.
    var frontierOptions: Frontier.Options {
        var options = Frontier.Options()
        options.maximumDepth = crawl.depth
        options.maximumPages = crawl.maxPages
        options.spansHosts = crawl.spanHosts
        // Enough to keep all transfers busy while the next page in order is slow.
        options.window = max(128, requests.jobs * 2)
        return options
    }

    /// The limits on what a crawl keeps in memory.
    ///
    /// - Parameter readsArchives: True if inputs are web archives on servers.
    /// - Returns: The limits.
    func crawlLimits(readsArchives: Bool) -> CrawlRun.Limits {
        var limits = CrawlRun.Limits()
        // One transfer always stays free for the next page in order.
        limits.heldPages = requests.jobs - 1
        limits.heldPagesPerHost = { [configuration = transferLimits(readsArchives: readsArchives)] in
            configuration.maximum(forHost: $0) - 1
        }
        return limits
    }

    /// The limits of requests for web archives; an option that is set applies to them too.
    var archiveLimits: FetchPolicy.ArchiveLimits {
        var limits = FetchPolicy.ArchiveLimits()
        limits.maximumBodyBytes = requests.maxBytes?.bytes
        limits.totalTimeout = requests.timeout.map { .seconds($0) }
        if let retries = requests.retries { limits.maximumRetries = retries }
        return limits
    }

    private func transferLimits(readsArchives: Bool) -> TransferEngine.Configuration {
        // Servers of web archives refuse clients that open many connections.
        var configuration = TransferEngine.Configuration(
            maximumConcurrent: requests.jobs, maximumPerHost: requests.perHost ?? (readsArchives ? 2 : 8))
        // A server on this machine belongs to the user, so more connections to it are allowed.
        if requests.perHost == nil { configuration.maximumPerLoopbackHost = 32 }
        return configuration
    }

    /// Returns the policy by which pages are fetched.
    ///
    /// - Parameter inputs: The URLs that the user named. Header fields that may be secret are sent only to their
    ///   origins.
    /// - Returns: The policy with the limits and header fields of the options.
    /// - Throws: `ValidationError` for a header field that cannot be sent, and the errors of reading the settings.
    func policy(inputs: [WebURL]) throws -> FetchPolicy {
        var policy = FetchPolicy(userAgent: requests.userAgent ?? FetchPolicy.userAgent(version: Version.current))
        if let limit = requests.maxBytes { policy.maximumBodyBytes = limit.bytes }
        // If a page is too large, the links in its first part are better than none.
        policy.deliversUpToLimit = true
        if let timeout = requests.timeout { policy.totalTimeout = .seconds(timeout) }
        if let retries = requests.retries { policy.maximumRetries = retries }
        policy.headers = try requests.header.map { try HeaderArgument(argument: $0).field }
        if !requests.header.isEmpty { policy.trustedOrigins = Set(inputs.map(\.origin)) }
        if requests.delay > 0 { policy.hostInterval = .seconds(requests.delay) }
        // Each page may come from its own host, whatever its address. The hosts of the inputs are no exceptions,
        // because exceptions are not protected against DNS rebinding.
        policy.addressPolicy = .publicRedirects(except: try requests.hostsWithSettings())
        return policy
    }

    /// Creates the transfer engine.
    ///
    /// - Parameter readsArchives: True if inputs are web archives on servers.
    /// - Returns: The engine, with the cookies of the cookie jar.
    /// - Throws: `CommandFailure` if the cookie jar cannot be read or written.
    func makeEngine(readsArchives: Bool) throws -> TransferEngine {
        var configuration = transferLimits(readsArchives: readsArchives)
        configuration.proxy = requests.proxy
        configuration.certificatePath = requests.caFile
        configuration.cookies = try requests.cookieJar.map { path in
            try CookieFile(path: path).checkWritable()
            return try CookieFile(path: path).linesIfPresent()
        }
        if requests.netrc {
            configuration.netrcPath = try NetrcFile.path(in: ProcessInfo.processInfo.environment)
        }
        return TransferEngine(configuration: configuration)
    }

    /// Returns the display for `--progress`.
    ///
    /// - Parameters:
    ///   - options: The options that all commands have.
    ///   - readsInput: True if standard input is read. Nothing is then animated, because the user may be typing.
    /// - Returns: A display on standard error.
    /// - Throws: The errors of `GlobalOptions.statusDisplay`.
    func display(_ options: GlobalOptions, readsInput: Bool) throws -> any StatusDisplay {
        if report.progress == .json { return ReportingDisplay() }
        return try options.statusDisplay(isStill: readsInput && StandardDescriptors.inputIsTerminal)
    }

    /// Opens the cache.
    ///
    /// - Returns: The cache; nil without `--cache`.
    /// - Throws: `CommandFailure` if its directory cannot be created.
    func openCache() throws -> HTTPCache? {
        guard let cache = storage.cache else { return nil }
        let size = storage.cacheSize?.bytes ?? HTTPCache.defaultMaximumBytes
        do { return try HTTPCache(directory: cache, maximumBytes: size) } catch {
            throw CommandFailure(what: "--cache", why: "\(error)", status: .cannotCreate)
        }
    }
}
