import ArgumentParser
import Crawling
import FoundationEssentials
import LinkPipeline
import PageFetch
import TerminalHUD
import Transfer
import WHATWGURL

/// The options of `leftoff links` for requests, the cache, crawls and checks.
struct FetchOptions: ParsableArguments {
    /// The format of the progress report.
    enum Progress: String, ExpressibleByArgument, CaseIterable {
        /// The status display.
        case hud
        /// One JSON object per line on standard error.
        case json
    }

    @Option(parsing: .unconditional, help: ArgumentHelp("The maximum number of concurrent transfers.", valueName: "n"))
    var jobs = 64

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The maximum number of concurrent transfers with one host. (default: 8; 32 for this machine)",
            valueName: "n"))
    var perHost: Int?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The minimum interval between two requests to one host.", valueName: "seconds"))
    var delay: Double = 0

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The timeout of a page, including its redirects.", valueName: "seconds"))
    var timeout: Double = 300

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The number of further attempts after a temporary failure.", valueName: "n"))
    var retries = 2

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The maximum size of a page after decompression, such as 500K or 64M.", valueName: "bytes"))
    var maxBytes = ByteLimit(bytes: 64 << 20)

    @Option(help: ArgumentHelp("The value of the User-Agent field.", valueName: "text"))
    var userAgent: String?

    @Option(
        help: ArgumentHelp(
            "A header field for requests to the origins of the inputs, 'Name: value'; repeatable.", valueName: "field"))
    var header: [String] = []

    @Option(
        help: ArgumentHelp(
            "A Netscape cookie file; it is read at the start and replaced at the end.", valueName: "file"))
    var cookieJar: String?

    @Flag(help: "Read user names and passwords from $NETRC or ~/.netrc.")
    var netrc = false

    @Option(help: ArgumentHelp("The proxy to use instead of the environment variables' proxy.", valueName: "url"))
    var proxy: String?

    @OptionGroup var privateHosts: PrivateHostOptions

    @Option(help: ArgumentHelp("A PEM file with certificates to trust instead of the system's.", valueName: "file"))
    var caFile: String?

    @Option(help: ArgumentHelp("Keep responses in a directory and request only stale ones again.", valueName: "dir"))
    var cache: String?

    @Option(
        help: ArgumentHelp(
            "The maximum size of the cache; the least recently used responses are removed. (default: 1G)",
            valueName: "bytes"))
    var cacheSize: ByteLimit?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Follow links on the same host up to this depth.", valueName: "n"))
    var depth = 0

    @Option(parsing: .unconditional, help: ArgumentHelp("The maximum number of pages of a crawl.", valueName: "n"))
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

    @Option(help: ArgumentHelp("The progress report: hud (an animated display) or json.", valueName: "form"))
    var progress = Progress.hud

    func validate() throws {
        guard (1...1_000).contains(jobs) else { throw ValidationError("--jobs must be from 1 to 1000") }
        guard (1...1_000).contains(perHost ?? 1) else {
            throw ValidationError("--per-host must be from 1 to 1000")
        }
        guard (0...86_400).contains(delay) else { throw ValidationError("--delay must be from 0 to 86400 seconds") }
        guard timeout > 0, timeout <= 86_400 else {
            throw ValidationError("--timeout must be above 0 and at most 86400 seconds")
        }
        guard (0...100).contains(retries) else { throw ValidationError("--retries must be from 0 to 100") }
        guard (0...1_000_000).contains(depth) else { throw ValidationError("--depth must be from 0 to 1000000") }
        guard (maxPages ?? 1) > 0 else { throw ValidationError("--max-pages must be at least 1") }
        if let proxy, !ProxyArgument.isValid(proxy) {
            throw ValidationError("--proxy must be \(ProxyArgument.expectedForm)")
        }
        if depth == 0, spanHosts || maxPages != nil || resume != nil || ignoresRobots {
            throw ValidationError("--span-hosts, --max-pages, --no-robots and --resume require --depth")
        }
        for text in header { _ = try HeaderArgument(argument: text) }
        if cache == nil, cacheSize != nil { throw ValidationError("--cache-size requires --cache") }
        if let userAgent, userAgent.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) {
            throw ValidationError("--user-agent must be one line of text")
        }
    }

    /// True if nothing is fetched unless an input is a URL.
    var fetchesNothing: Bool { depth == 0 && !check && progress == .hud && cookieJar == nil && cache == nil }

    /// The scope of the crawl.
    var frontierOptions: Frontier.Options {
        var options = Frontier.Options()
        options.maximumDepth = depth
        options.maximumPages = maxPages
        options.spansHosts = spanHosts
        // Enough to keep all transfers busy while the next page in order is slow.
        options.window = max(128, jobs * 2)
        return options
    }

    /// The limits on what a crawl keeps in memory.
    var crawlLimits: CrawlRun.Limits {
        var limits = CrawlRun.Limits()
        // One transfer always stays free for the next page in order.
        limits.heldPages = jobs - 1
        limits.heldPagesPerHost = { [configuration = transferLimits] in configuration.maximum(forHost: $0) - 1 }
        return limits
    }

    private var transferLimits: TransferEngine.Configuration {
        var configuration = TransferEngine.Configuration(maximumConcurrent: jobs, maximumPerHost: perHost ?? 8)
        // A server on this machine belongs to the user, so more connections to it are allowed.
        if perHost == nil { configuration.maximumPerLoopbackHost = 32 }
        return configuration
    }

    /// Returns the policy by which pages are fetched.
    ///
    /// - Parameter inputs: The URLs that the user named. Header fields that may be secret are sent only to their
    ///   origins.
    /// - Returns: The policy with the limits and header fields of the options.
    /// - Throws: `ValidationError` for a header field that cannot be sent, and the errors of reading the settings.
    func policy(inputs: [WebURL]) throws -> FetchPolicy {
        var policy = FetchPolicy(userAgent: userAgent ?? FetchPolicy.userAgent(version: Version.current))
        policy.maximumBodyBytes = maxBytes.bytes
        // If a page is too large, the links in its first part are better than none.
        policy.deliversUpToLimit = true
        policy.totalTimeout = .seconds(timeout)
        policy.maximumRetries = retries
        policy.headers = try header.map { try HeaderArgument(argument: $0).field }
        if !header.isEmpty { policy.trustedOrigins = Set(inputs.map(\.origin)) }
        if delay > 0 { policy.hostInterval = .seconds(delay) }
        // Each page may come from its own host, whatever its address. The hosts of the inputs are no exceptions,
        // because exceptions are not protected against DNS rebinding.
        policy.addressPolicy = .publicRedirects(except: try privateHosts.hostsWithSettings())
        return policy
    }

    /// Creates the transfer engine.
    ///
    /// - Returns: The engine, with the cookies of the cookie jar.
    /// - Throws: `CommandFailure` if the cookie jar cannot be read or written.
    func makeEngine() throws -> TransferEngine {
        var configuration = transferLimits
        configuration.proxy = proxy
        configuration.certificatePath = caFile
        configuration.cookies = try cookieJar.map { path in
            try CookieFile(path: path).checkWritable()
            return try CookieFile(path: path).linesIfPresent()
        }
        if netrc {
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
        if progress == .json { return ReportingDisplay() }
        return try options.statusDisplay(isStill: readsInput && StandardDescriptors.inputIsTerminal)
    }

    /// Opens the cache.
    ///
    /// - Returns: The cache; nil without `--cache`.
    /// - Throws: `CommandFailure` if its directory cannot be created.
    func openCache() throws -> HTTPCache? {
        guard let cache else { return nil }
        let size = cacheSize?.bytes ?? HTTPCache.defaultMaximumBytes
        do { return try HTTPCache(directory: cache, maximumBytes: size) } catch {
            throw CommandFailure(what: "--cache", why: "\(error)", status: .cannotCreate)
        }
    }
}
