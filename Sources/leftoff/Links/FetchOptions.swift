import ArgumentParser
import Crawling
import FoundationEssentials
import LinkPipeline
import PageFetch
import TerminalHUD
import Transfer
import WHATWGURL

/// How `leftoff links` fetches: limits, what is sent along, the cache, the crawl and the check.
struct FetchOptions: ParsableArguments {
    /// How progress is shown.
    enum Progress: String, ExpressibleByArgument, CaseIterable {
        /// For people, as the terminal allows.
        case hud
        /// A JSON object a line on standard error.
        case json
    }

    @Option(parsing: .unconditional, help: ArgumentHelp("The most pages fetched at once.", valueName: "n"))
    var jobs = 64

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The most at once from one host; 8 unless said, 32 from this machine.", valueName: "n"))
    var perHost: Int?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The least time between two requests to one host.", valueName: "seconds"))
    var delay: Double = 0

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The longest time for a page with its redirects.", valueName: "seconds"))
    var timeout: Double = 300

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("How often a page is asked for again after a passing failure.", valueName: "n"))
    var retries = 2

    @Option(
        parsing: .unconditional, help: ArgumentHelp("The longest page, decompressed; 500K, 64M.", valueName: "bytes"))
    var maxBytes = ByteLimit(bytes: 64 << 20)

    @Option(help: ArgumentHelp("The value of User-Agent.", valueName: "text"))
    var userAgent: String?

    @Option(
        help: ArgumentHelp(
            "A header field for the inputs and pages of their origins, 'Name: value'; repeatable.", valueName: "field"))
    var header: [String] = []

    @Option(help: ArgumentHelp("A Netscape cookie file to read, and to write at the end.", valueName: "file"))
    var cookieJar: String?

    @Flag(help: "Take names and passwords from NETRC or ~/.netrc.")
    var netrc = false

    @Option(help: ArgumentHelp("The proxy, instead of the environment's.", valueName: "url"))
    var proxy: String?

    @Option(help: ArgumentHelp("Certificates to trust instead of the system's, in PEM.", valueName: "file"))
    var caFile: String?

    @Option(help: ArgumentHelp("Keep responses in a directory and ask only what is stale.", valueName: "dir"))
    var cache: String?

    @Option(
        help: ArgumentHelp(
            "What the cache may hold; what was not used for the longest time is thrown out. (default: 1G)",
            valueName: "bytes"))
    var cacheSize: ByteLimit?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Follow links so many pages deep, on the same host.", valueName: "n"))
    var depth = 0

    @Option(parsing: .unconditional, help: ArgumentHelp("The most pages of a crawl.", valueName: "n"))
    var maxPages: Int?

    @Flag(help: "Follow links to other hosts too.")
    var spanHosts = false

    @Flag(name: .customLong("no-robots"), help: "Crawl without asking robots.txt.")
    var ignoresRobots = false

    @Option(help: ArgumentHelp("Record the crawl in a file, and go on where it stopped.", valueName: "file"))
    var resume: String?

    @Flag(help: "Check each link: its status, and the place that its fragment names.")
    var check = false

    @Option(help: ArgumentHelp("How to show progress: hud or json.", valueName: "form"))
    var progress = Progress.hud

    func validate() throws {
        guard (1...1_000).contains(jobs) else { throw ValidationError("--jobs takes a number from 1 to 1000") }
        guard (1...1_000).contains(perHost ?? 1) else {
            throw ValidationError("--per-host takes a number from 1 to 1000")
        }
        guard (0...86_400).contains(delay) else { throw ValidationError("--delay takes seconds from 0 to 86400") }
        guard timeout > 0, timeout <= 86_400 else { throw ValidationError("--timeout takes seconds up to 86400") }
        guard (0...100).contains(retries) else { throw ValidationError("--retries takes a number from 0 to 100") }
        guard (0...1_000_000).contains(depth) else { throw ValidationError("--depth takes a number from 0") }
        guard (maxPages ?? 1) > 0 else { throw ValidationError("--max-pages takes a number from 1") }
        if let proxy, !ProxyAddress.isOne(proxy) { throw ValidationError("--proxy takes \(ProxyAddress.form)") }
        if depth == 0, spanHosts || maxPages != nil || resume != nil || ignoresRobots {
            throw ValidationError("--span-hosts, --max-pages, --no-robots and --resume belong to --depth")
        }
        for text in header { _ = try HeaderArgument(argument: text) }
        if cache == nil, cacheSize != nil { throw ValidationError("--cache-size belongs to --cache") }
        if let userAgent, userAgent.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) {
            throw ValidationError("--user-agent takes one line of text")
        }
    }

    /// Whether nothing has to be fetched if no input is an address.
    var fetchesNothing: Bool { depth == 0 && !check && progress == .hud && cookieJar == nil && cache == nil }

    /// The limits of a crawl.
    var frontierOptions: Frontier.Options {
        var options = Frontier.Options()
        options.maximumDepth = depth
        options.maximumPages = maxPages
        options.spansHosts = spanHosts
        // Enough to keep all jobs busy while a slow page holds up the order; what has come by then waits in memory.
        options.window = max(128, jobs * 2)
        return options
    }

    /// How much of pages waits in memory for their turn.
    var crawlLimits: CrawlRun.Limits {
        var limits = CrawlRun.Limits()
        // The page whose turn it is can always have a transfer.
        limits.heldPages = jobs - 1
        limits.heldPagesPerHost = { [configuration = transferLimits] in configuration.maximum(forHost: $0) - 1 }
        return limits
    }

    private var transferLimits: TransferEngine.Configuration {
        var configuration = TransferEngine.Configuration(maximumConcurrent: jobs, maximumPerHost: perHost ?? 8)
        // A server on this machine is the user's own, or a way to one that is.
        if perHost == nil { configuration.maximumPerLoopbackHost = 32 }
        return configuration
    }

    /// How pages are fetched.
    ///
    /// - Parameter inputs: The addresses that the user named; header fields that may be secrets go to their origins alone.
    /// - Returns: The policy.
    /// - Throws: `ValidationError` for a header field that cannot be sent.
    func policy(inputs: [WebURL]) throws -> FetchPolicy {
        var policy = FetchPolicy(userAgent: userAgent ?? FetchPolicy.userAgent(version: Version.current))
        policy.maximumBodyBytes = maxBytes.bytes
        // The links in the part that is read are better than none.
        policy.takesBeginnings = true
        policy.totalTimeout = .seconds(timeout)
        policy.maximumRetries = retries
        policy.headers = try header.map { try HeaderArgument(argument: $0).field }
        if !header.isEmpty { policy.trustedOrigins = Set(inputs.map(\.origin)) }
        if delay > 0 { policy.hostInterval = .seconds(delay) }
        return policy
    }

    /// Makes the engine.
    ///
    /// - Returns: The engine, with the cookies of the jar.
    /// - Throws: `CommandFailure` when the jar cannot be read or written.
    func makeEngine() throws -> TransferEngine {
        var configuration = transferLimits
        configuration.proxy = proxy
        configuration.certificatePath = caFile
        configuration.cookies = try cookieJar.map { path in
            try CookieFile(path: path).checkWritable()
            return try CookieFile(path: path).linesIfPresent()
        }
        if netrc {
            let environment = ProcessInfo.processInfo.environment
            configuration.netrcPath = environment["NETRC"] ?? (environment["HOME"] ?? "") + "/.netrc"
        }
        return TransferEngine(configuration: configuration)
    }

    /// The display that suits `--progress`.
    ///
    /// - Parameters:
    ///   - options: The command's other options.
    ///   - readsInput: Whether standard input is read: nothing moves while somebody types it.
    /// - Returns: The display.
    /// - Throws: `CommandFailure` as `GlobalOptions.statusDisplay` does.
    func display(_ options: GlobalOptions, readsInput: Bool) throws -> any StatusDisplay {
        if progress == .json { return ReportingDisplay() }
        return try options.statusDisplay(isStill: readsInput && StandardDescriptors.inputIsTerminal)
    }

    /// Opens the cache.
    ///
    /// - Returns: nil when none is asked for.
    /// - Throws: `CommandFailure` when its directory cannot be made.
    func openCache() throws -> HTTPCache? {
        guard let cache else { return nil }
        let size = cacheSize?.bytes ?? HTTPCache.defaultMaximumBytes
        do { return try HTTPCache(directory: cache, maximumBytes: size) } catch {
            throw CommandFailure(what: "--cache", why: "\(error)", status: .cannotCreate)
        }
    }
}
