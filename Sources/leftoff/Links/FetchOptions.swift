import ArgumentParser
import Crawling
import Fetching
import FoundationEssentials
import Syntax
import TerminalHUD
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
    /// - Parameter inputs: The URLs that the user named. Header fields that may be secret and the passwords of
    ///   `--netrc` are sent only to their origins.
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
        policy.trustedOrigins = Set(inputs.map(\.origin))
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
    /// - Throws: `CommandFailure` if the cookie jar cannot be read or written, or the netrc file cannot be used.
    func makeEngine(readsArchives: Bool) throws -> TransferEngine {
        var configuration = transferLimits(readsArchives: readsArchives)
        configuration.proxy = requests.proxy
        configuration.certificatePath = requests.caFile
        configuration.cookies = try requests.cookieJar.map { path in
            try CookieFile(path: path).checkWritable()
            return try CookieFile(path: path).linesIfPresent()
        }
        if requests.netrc {
            configuration.netrcPath = try NetrcFile.checkedPath(in: ProcessInfo.processInfo.environment)
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

/// The options of `leftoff links` for its requests.
struct RequestOptions: PrivateHostArguments {
    @Option(parsing: .unconditional, help: ArgumentHelp("Run at most this many transfers at once.", valueName: "n"))
    var jobs = 64

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Run at most this many transfers at once with one host. (default: 8; web archives: 2; this machine: 32)",
            valueName: "n"))
    var perHost: Int?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Wait at least this long between two requests to one host.", valueName: "seconds"))
    var delay: Double = 0

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Give up on a page after this time, including its redirects. (default: 300; web archives: no limit)",
            valueName: "seconds"))
    var timeout: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Make this many further attempts after a temporary failure. (default: 2; web archives: 8)", valueName: "n"))
    var retries: Int?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Read at most this much of a page after decompression. (default: 64M; web archives: no limit)",
            valueName: "bytes"))
    var maxBytes: ByteLimit?

    @Option(help: ArgumentHelp("Send this User-Agent.", valueName: "text"))
    var userAgent: String?

    @Option(
        help: ArgumentHelp(
            "Send an additional field to the origins of the inputs, 'Name: value'; repeatable.", valueName: "field"))
    var header: [String] = []

    @Option(
        help: ArgumentHelp(
            "Read cookies from this file in Netscape's format, and replace it at the end.", valueName: "file"))
    var cookieJar: String?

    @Flag(help: "Read user names and passwords from $NETRC or ~/.netrc.")
    var netrc = false

    @Option(help: ArgumentHelp("Use this proxy instead of the environment variables' proxy.", valueName: "url"))
    var proxy: String?

    @Option(
        help: ArgumentHelp(
            "Allow redirects to this host although its address is private; repeatable.", valueName: "host"))
    var allowPrivate: [String] = []

    @Option(help: ArgumentHelp("Trust the certificates in this PEM file instead of the system's.", valueName: "file"))
    var caFile: String?

    func validate() throws {
        try validateHosts()
        guard (1...1_000).contains(jobs) else { throw ValidationError("--jobs must be from 1 to 1000") }
        guard (1...1_000).contains(perHost ?? 1) else {
            throw ValidationError("--per-host must be from 1 to 1000")
        }
        guard (0...86_400).contains(delay) else { throw ValidationError("--delay must be from 0 to 86400 seconds") }
        guard timeout.map({ $0 > 0 && $0 <= 86_400 }) ?? true else {
            throw ValidationError("--timeout must be above 0 and at most 86400 seconds")
        }
        guard (0...100).contains(retries ?? 0) else { throw ValidationError("--retries must be from 0 to 100") }
        if let proxy, !ProxyArgument.isValid(proxy) {
            throw ValidationError("--proxy must be \(ProxyArgument.expectedForm)")
        }
        for text in header { _ = try HeaderArgument(argument: text) }
        if let userAgent, userAgent.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) {
            throw ValidationError("--user-agent must be one line of text")
        }
    }
}

/// The options of `leftoff links` for crawls and checks.
struct CrawlOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Follow links on the same host up to this depth.", valueName: "n"))
    var depth = 0

    @Option(parsing: .unconditional, help: ArgumentHelp("End the crawl after this many pages.", valueName: "n"))
    var maxPages: Int?

    @Flag(help: "Follow links to other hosts too.")
    var spanHosts = false

    @Flag(name: .customLong("no-robots"), help: "Ignore robots.txt.")
    var ignoresRobots = false

    @Option(
        help: ArgumentHelp("Record the crawl in this file, or continue the crawl that it records.", valueName: "file"))
    var resume: String?

    @Flag(help: "Check each link: its status, and the target of its fragment.")
    var check = false

    @Flag(help: "Print only the links that --check finds broken.")
    var brokenOnly = false

    func validate() throws {
        if brokenOnly, !check { throw ValidationError("--broken-only requires --check") }
        guard (0...1_000_000).contains(depth) else { throw ValidationError("--depth must be from 0 to 1000000") }
        guard (maxPages ?? 1) > 0 else { throw ValidationError("--max-pages must be at least 1") }
        if depth == 0, spanHosts || maxPages != nil || resume != nil || ignoresRobots {
            throw ValidationError("--span-hosts, --max-pages, --no-robots and --resume require --depth")
        }
    }
}

/// The options of `leftoff links` for its cache of responses.
struct CacheOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Keep responses in this directory, and request only stale ones again.", valueName: "dir"))
    var cache: String?

    @Option(
        help: ArgumentHelp(
            "Keep the cache below this size by removing what was not used for the longest time. (default: 1G)",
            valueName: "bytes"))
    var cacheSize: ByteLimit?

    func validate() throws {
        if cache == nil, cacheSize != nil { throw ValidationError("--cache-size requires --cache") }
    }
}

/// A number of bytes as an argument: `1000`, `500K`, `64M`, `2G`.
///
/// Each unit is 1024 times the previous one.
struct ByteLimit: ExpressibleByArgument, Sendable, CustomStringConvertible {
    /// The number of bytes.
    var bytes: Int64

    init?(argument: String) {
        let shifts: [Character: Int64] = ["K": 10, "M": 20, "G": 30, "T": 40]
        let shift = argument.last.flatMap { shifts[Character($0.uppercased())] }
        let digits = shift == nil ? Substring(argument) : argument.dropLast()
        guard let number = Int64(digits), number > 0, number < (1 << 50) >> (shift ?? 0) else { return nil }
        bytes = number << (shift ?? 0)
    }

    var description: String {
        if bytes % (1 << 30) == 0 { return "\(bytes >> 30)G" }
        return bytes % (1 << 20) == 0 ? "\(bytes >> 20)M" : "\(bytes)"
    }
    var defaultValueDescription: String { description }
}

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
    ///   - inputs: The inputs. Secrets are sent only to the origins of their URLs.
    /// - Throws: `CommandFailure` if the cookie jar, the netrc file or the cache cannot be used.
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
