import Fetching
import LinkHarvest
import LinkOutput
import Synchronization
import Syntax
import WHATWGURL

/// A checker of links: it requests each URL once and looks for the targets of fragments.
///
/// It sends a HEAD request. If HEAD fails, or if a fragment must be looked for in the page, it sends a GET request,
/// whose result counts: many servers answer HEAD with an error although they have the page (RFC 9110, section 9.3.2,
/// only says that they should not). Results are cached, so that many links to one URL cause only one request.
final class LinkChecker: Sendable {
    private typealias Completion = @Sendable (Entry) -> Void

    /// The result for one URL without its fragment.
    private struct Entry {
        var checked: LinkCheckResult
        /// The fragment targets of the page; nil if the page was not read or is not HTML.
        var targets: FragmentTargets?

        /// An estimate of the memory of the entry, in bytes.
        var cost: Int { 512 + (targets?.cost ?? 0) }
    }

    private struct State {
        var entries: BoundedCache<Entry>
        var waiting: [String: [Completion]] = [:]
    }

    /// The timeout of HEAD, after which the page is requested with GET.
    ///
    /// A head takes a few seconds even from a slow server.
    private static let headTimeout: Duration = .seconds(15)

    private let heads: PageFetcher
    private let pages: PageFetcher
    private let state: Mutex<State>

    /// Creates a checker.
    ///
    /// - Parameters:
    ///   - fetcher: Fetches the URLs. Its authorizer is not consulted, because a check is not a crawl.
    ///   - maximumCost: The maximum memory of the cache, as an estimate in bytes. If a result was removed, its URL is
    ///     requested again.
    init(fetcher: PageFetcher, maximumCost: Int = 64 << 20) {
        state = Mutex(State(entries: BoundedCache(maximumCost: maximumCost)))
        var fetcher = fetcher
        fetcher.authorizer = nil
        pages = fetcher
        fetcher.cache = nil
        fetcher.policy.method = .head
        // A server that does not answer HEAD may answer GET.
        fetcher.policy.totalTimeout = [fetcher.policy.totalTimeout, Self.headTimeout].compactMap(\.self).min()
        heads = fetcher
    }

    /// Checks URLs.
    ///
    /// - Parameter urls: The URLs of links; nil for links without one.
    /// - Returns: The results in the same order; nil for an element that is not an http or https URL.
    package func check(_ urls: [WebURL?]) async -> [LinkCheckResult?] {
        await withCheckedContinuation { continuation in
            start(urls) { continuation.resume(returning: $0) }
        }
    }

    /// Starts to check URLs and returns at once.
    ///
    /// - Parameters:
    ///   - urls: The URLs of links; nil for links without one.
    ///   - completion: Called once, with the results in the same order; nil for an element that is not an http or https
    ///     URL.
    package func start(_ urls: [WebURL?], completion: @escaping @Sendable ([LinkCheckResult?]) -> Void) {
        guard !urls.isEmpty else { return completion([]) }
        let found = Mutex<(left: Int, links: [LinkCheckResult?])>(
            (urls.count, Array(repeating: nil, count: urls.count)))
        @Sendable func record(_ index: Int, _ link: LinkCheckResult?) {
            let links = found.withLock { found -> [LinkCheckResult?]? in
                found.links[index] = link
                found.left -= 1
                return found.left == 0 ? found.links : nil
            }
            if let links { completion(links) }
        }
        for (index, url) in urls.enumerated() {
            guard let url, url.isHTTP else {
                record(index, nil)
                continue
            }
            check(url) { record(index, $0) }
        }
    }

    private func check(_ url: WebURL, _ completion: @escaping @Sendable (LinkCheckResult) -> Void) {
        let fragment = FragmentTargets.fragment(of: url)
        let key = url.withoutFragment().href + (fragment == nil ? "" : "#")
        request(key, url.withoutFragment(), readsPage: fragment != nil) { entry in
            var checked = entry.checked
            if let fragment, let targets = entry.targets, checked.status.map({ $0 < 400 }) == true {
                // The fragment of a redirect's Location replaces that of the link (RFC 9110, section 10.2.2).
                let redirected = checked.finalURL.flatMap { $0.fragment == nil ? nil : $0 }
                let sought = redirected.map { FragmentTargets.fragment(of: $0) } ?? fragment
                checked.hasFragment = sought.map { targets.contains($0) }
            }
            completion(checked)
        }
    }

    /// Requests a URL, once for all concurrent checks of it.
    private func request(_ key: String, _ url: WebURL, readsPage: Bool, _ use: @escaping Completion) {
        // The result of a GET request contains the status too.
        let pageKey = readsPage ? key : key + "#"
        let (known, isFirst) = state.withLock { state -> (Entry?, Bool) in
            if let entry = state.entries[key] ?? state.entries[pageKey] { return (entry, false) }
            let waited = state.waiting[pageKey] != nil ? pageKey : key
            let isFirst = state.waiting[waited] == nil
            state.waiting[waited, default: []].append(use)
            return (nil, isFirst)
        }
        if let known { return use(known) }
        guard isFirst else { return }
        if readsPage { read(key, url, readsTargets: true) } else { requestHead(key, url) }
    }

    private func requestHead(_ key: String, _ url: WebURL) {
        heads.start(url, into: FragmentTargetSink(readsBody: false)) { [self] result in
            switch result {
            case .success(let outcome) where outcome.head.status < 400:
                settle(key, Entry(checked: Self.link(outcome.head)))
            case .failure(let error as TransferError) where !Self.maySucceedWithGET(error):
                settle(key, Entry(checked: Self.link(error)))
            default:
                read(key, url, readsTargets: false)
            }
        }
    }

    private func read(_ key: String, _ url: WebURL, readsTargets: Bool) {
        let sink = FragmentTargetSink(readsBody: readsTargets)
        pages.start(url, into: sink) { [self] result in
            switch result {
            case .success(let outcome):
                settle(key, Entry(checked: Self.link(outcome.head), targets: sink.finishedTargets()))
            case .failure(let error):
                settle(key, Entry(checked: Self.link(error)))
            }
        }
    }

    private func settle(_ key: String, _ entry: Entry) {
        let waiters = state.withLock { state in
            state.entries.insert(entry, for: key, cost: entry.cost)
            return state.waiting.removeValue(forKey: key) ?? []
        }
        for waiter in waiters { waiter(entry) }
    }

    private static func link(_ head: PageHead) -> LinkCheckResult {
        var result = LinkCheckResult(
            status: head.status, finalURL: head.url,
            redirects: head.hops.map { LinkCheckResult.Redirect(url: $0.url, status: $0.status) })
        let isChallenge = head.fields.contains { field in
            field.isNamed("cf-mitigated") && field.value.lowercased() == "challenge"
        }
        if isChallenge { result.refusal = .challenge } else { result.refusal = .init(status: head.status) }
        return result
    }

    private static func link(_ error: any Error) -> LinkCheckResult {
        LinkCheckResult(error: (error as? TransferError)?.detail ?? "\(error)")
    }

    /// Returns false for an error that does not depend on the method of the request.
    private static func maySucceedWithGET(_ error: TransferError) -> Bool {
        switch error {
        case .request, .dns, .connect, .refusedAddress, .tls, .unavailable, .cancelled, .shutDown: false
        case .connectionLost, .http, .truncated, .timeout, .lowSpeed, .tooLarge, .decompressionBomb, .redirect: true
        }
    }
}

/// A sink that scans a page for fragment targets, or reads only its head.
private final class FragmentTargetSink: PageSink {
    private let readsBody: Bool
    private let scanner = Mutex<FragmentTargetScanner?>(nil)

    init(readsBody: Bool) {
        self.readsBody = readsBody
    }

    func finishedTargets() -> FragmentTargets? {
        scanner.withLock { scanner -> FragmentTargets? in
            // After an error, the targets that were found before it are used.
            try? scanner?.finish()
            defer { scanner = nil }
            return scanner?.targets
        }
    }

    func receive(head: PageHead) -> BodyDecision {
        guard readsBody, head.isSuccess else { return .refuse }
        let stated = DocumentKind.stated(contentType: head.contentType, name: nil)
        guard stated == nil || stated == .html || stated == .xml else { return .refuse }
        scanner.withLock { $0 = FragmentTargetScanner(contentType: head.contentType, name: head.url.path) }
        return .accept
    }

    func receive(body: UnsafeRawBufferPointer) throws -> BodyDecision {
        // A buffer cannot be captured by the closure of the lock, but its address can. It is valid during this call.
        let (start, count) = (UInt(bitPattern: body.baseAddress), body.count)
        try scanner.withLock { scanner in
            try scanner?.receive(UnsafeRawBufferPointer(start: UnsafeRawPointer(bitPattern: start), count: count))
        }
        return .accept
    }

    func restart() -> Bool {
        scanner.withLock { $0 = nil }
        return true
    }
}

/// A queue that checks the links of many pages concurrently and returns them in their original order.
///
/// Marks can be queued between the links and are returned in the same order.
struct LinkCheckQueue<Mark> {
    /// An item that leaves the queue.
    enum Item {
        case checked([CheckedLink])
        case mark(Mark)
    }

    /// A holder for the check results of one slice of links.
    private final class Results: Sendable {
        /// The results in the order of the links; nil until all of them are complete.
        let results = Mutex<[LinkCheckResult?]?>(nil)
    }

    private enum Entry {
        case links([HarvestedLink], Results?)
        case mark(Mark)
    }

    /// The maximum number of links checked at once; the transfer engine has a lower limit of its own.
    private static var maximumStarted: Int { 1_024 }
    /// The number of waiting links above which no further pages are requested.
    private static var maximumWaiting: Int { 4_096 }
    /// The number of links checked together: small, so that links are written soon after their check.
    private static var sliceLength: Int { 64 }

    private let checker: LinkChecker
    private let onProgress: @Sendable () -> Void
    private var entries: [Entry] = []
    private var first = 0
    private var firstToStart = 0
    private var waitingCount = 0
    private var startedCount = 0

    /// Creates a queue.
    ///
    /// - Parameters:
    ///   - checker: Checks the links.
    ///   - onProgress: Called on any thread when an item may be ready.
    init(checker: LinkChecker, onProgress: @escaping @Sendable () -> Void) {
        self.checker = checker
        self.onProgress = onProgress
    }

    /// True if nothing is queued.
    var isEmpty: Bool { first == entries.count }

    /// True if items should be removed before more are added.
    var isFull: Bool { waitingCount >= Self.maximumWaiting }

    /// Adds links to check.
    mutating func add(_ links: [HarvestedLink]) {
        var start = 0
        while start < links.count {
            let end = min(start + Self.sliceLength, links.count)
            entries.append(.links(Array(links[start..<end]), nil))
            start = end
        }
        waitingCount += links.count
        startChecks()
    }

    /// Adds a mark that is returned after the links before it.
    mutating func add(_ mark: Mark) {
        entries.append(.mark(mark))
    }

    /// Removes and returns the first item if it is ready.
    mutating func next() -> Item? {
        guard first < entries.count else { return nil }
        let item: Item
        switch entries[first] {
        case .mark(let mark): item = .mark(mark)
        case .links(let links, let pending):
            guard let results = pending?.results.withLock({ $0 }) else { return nil }
            item = .checked(
                zip(links, results).map { link, result in
                    CheckedLink(link, check: result.map { CheckedLink.Check.result($0) } ?? .notApplicable)
                })
            waitingCount -= links.count
            startedCount -= links.count
        }
        removeFirst()
        startChecks()
        return item
    }

    private mutating func removeFirst() {
        first += 1
        // Removing at the front moves the whole array, so it is done rarely.
        guard first == entries.count || first > 1_024 else { return }
        entries.removeFirst(first)
        firstToStart = max(0, firstToStart - first)
        first = 0
    }

    private mutating func startChecks() {
        firstToStart = max(firstToStart, first)
        while firstToStart < entries.count, startedCount < Self.maximumStarted {
            if case .links(let links, nil) = entries[firstToStart] {
                let pending = Results()
                entries[firstToStart] = .links(links, pending)
                startedCount += links.count
                checker.start(links.map { $0.isRequestable ? $0.url : nil }) { [onProgress] results in
                    pending.results.withLock { $0 = results }
                    onProgress()
                }
            }
            firstToStart += 1
        }
    }
}
