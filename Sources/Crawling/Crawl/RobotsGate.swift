import Fetching
import Synchronization
package import WHATWGURL

/// An authorizer that obeys each site's robots.txt, even for redirects (RFC 9309).
package final class RobotsGate: FetchAuthorizer {
    /// The error of a page that robots.txt excludes.
    package struct Refusal: Error, CustomStringConvertible {
        /// The URL that is not fetched.
        package let url: WebURL
        /// The reason why robots.txt could not be fetched; nil if one of its rules excludes the page.
        package let reason: String?

        package var description: String {
            guard let reason else { return "\(url.href): not allowed by robots.txt" }
            return "\(url.href): robots.txt could not be fetched (\(reason)), so no page of the site is"
        }
    }

    /// The properties of a page's fetch that decide which addresses a lookup for the page may contact.
    private struct Reach: Equatable {
        var ownHost: String
        var hasReachedPublic: Bool
    }

    /// A page that waits for the rules of its site.
    private struct Waiter {
        var reach: Reach
        var use: @Sendable (Site) -> Void
    }

    private struct Site {
        var rules: RobotsRules
        var failure: String?
        /// The error if the host's address is not allowed; the site is then not cached.
        var refusal: TransferError?
        var expires: Int64
    }

    private struct State {
        var sites = BoundedCache<Site>(maximumCost: RobotsGate.maximumCost)
        var waiting: [String: [Waiter]] = [:]
    }

    /// The maximum memory of all rules in bytes, as an estimate.
    ///
    /// Rules that were removed are fetched again.
    private static let maximumCost = 64 << 20

    /// The time for which a file is cached, in seconds (section 2.4).
    private static let lifetime: Int64 = 86_400

    /// The time after which a file that could not be fetched is requested again, in seconds.
    private static let failureLifetime: Int64 = 600

    /// The product token of the crawler in robots.txt.
    private static let token = "Leftoff"

    private let fetcher: PageFetcher
    private let interval: Duration?
    private let now: @Sendable () -> Int64
    private let state = Mutex(State())

    /// Creates an authorizer.
    ///
    /// - Parameters:
    ///   - fetcher: Fetches the robots.txt files; it must not have an authorizer.
    ///   - now: A clock that returns the seconds since 1970.
    init(fetcher: PageFetcher, now: @escaping @Sendable () -> Int64) {
        var fetcher = fetcher
        // Section 2.3.1.2 recommends five.
        fetcher.policy.maximumRedirects = 5
        fetcher.policy.accept = "text/plain,*/*;q=0.5"
        fetcher.policy.maximumBodyBytes = .max
        interval = fetcher.policy.hostInterval
        self.fetcher = fetcher
        self.now = now
    }

    package func authorize(
        _ url: WebURL, ownHost: String, hasReachedPublic: Bool,
        completion: @escaping @Sendable (Result<Duration?, any Error>) -> Void
    ) {
        let interval = interval
        site(of: url, reach: Reach(ownHost: ownHost, hasReachedPublic: hasReachedPublic)) { site in
            if let refusal = site.refusal { return completion(.failure(refusal)) }
            guard site.rules.allows(url) else {
                return completion(.failure(Refusal(url: url, reason: site.failure)))
            }
            let delay = [site.rules.crawlDelay, interval].compactMap { $0 }.max()
            completion(.success(delay))
        }
    }

    private func site(of url: WebURL, reach: Reach, _ use: @escaping @Sendable (Site) -> Void) {
        let origin = url.origin
        let now = now()
        let (known, isFirst) = state.withLock { state -> (Site?, Bool) in
            if let site = state.sites[origin], site.expires > now { return (site, false) }
            let isFirst = state.waiting[origin] == nil
            state.waiting[origin, default: []].append(Waiter(reach: reach, use: use))
            return (nil, isFirst)
        }
        if let known { return use(known) }
        if isFirst { load(origin, reach: reach) }
    }

    private func load(_ origin: String, reach: Reach) {
        guard let url = WebURL(origin + "/robots.txt") else { return settle(origin, .allowAll, failure: nil) }
        let sink = RobotsSink()
        // A redirect to a private host must not cause a request to it, not even for robots.txt.
        var fetcher = fetcher
        fetcher.policy.ownHost = reach.ownHost
        fetcher.policy.hasReachedPublic = reach.hasReachedPublic
        fetcher.start(url, into: sink) { [self] result in
            switch result {
            case .success(let outcome):
                switch outcome.head.status {
                case 200..<300:
                    settle(origin, sink.rules(token: Self.token), failure: nil, byteCount: Int(outcome.bodyBytes))
                // The standard's "unavailable" status (section 2.3.1.3) includes redirects that lead nowhere.
                case ..<500 where outcome.head.status != 429: settle(origin, .allowAll, failure: nil)
                default: settle(origin, .disallowAll, failure: "HTTP \(outcome.head.status)")
                }
            case .failure(let error as TransferError):
                if case .redirect = error { return settle(origin, .allowAll, failure: nil) }
                if case .refusedAddress(let refused, _) = error {
                    guard refused.origin == origin else { return settle(origin, .allowAll, failure: nil) }
                    return refuse(origin, reach: reach, error)
                }
                settle(origin, .disallowAll, failure: error.detail)
            case .failure(let error):
                settle(origin, .disallowAll, failure: "\(error)")
            }
        }
    }

    /// Ends the lookup of a site that pages with this reach must not contact.
    ///
    /// Other pages may be allowed to contact it, so they look it up again.
    private func refuse(_ origin: String, reach: Reach, _ error: TransferError) {
        let site = Site(rules: .disallowAll, failure: error.detail, refusal: error, expires: now())
        let (refused, next) = state.withLock { state -> (ArraySlice<Waiter>, Reach?) in
            var waiters = state.waiting.removeValue(forKey: origin) ?? []
            let end = waiters.partition { $0.reach != reach }
            let others = Array(waiters[end...])
            if !others.isEmpty { state.waiting[origin] = others }
            return (waiters[..<end], others.first?.reach)
        }
        for waiter in refused { waiter.use(site) }
        if let next { load(origin, reach: next) }
    }

    private func settle(_ origin: String, _ rules: RobotsRules, failure: String?, byteCount: Int = 0) {
        let lifetime = failure == nil ? Self.lifetime : Self.failureLifetime
        // Rules take up several times the space of their lines.
        let cost = 1_024 + 8 * min(byteCount, RobotsRules.maximumByteCount)
        let site = Site(rules: rules, failure: failure, expires: now() + lifetime)
        let waiters = state.withLock { state in
            state.sites.insert(site, for: origin, cost: cost)
            return state.waiting.removeValue(forKey: origin) ?? []
        }
        for waiter in waiters { waiter.use(site) }
    }
}

/// A sink that collects the first part of a robots.txt.
private final class RobotsSink: PageSink {
    private let state = Mutex<(bytes: [UInt8], isCut: Bool)>(([], false))

    func rules(token: String) -> RobotsRules {
        state.withLock { RobotsRules($0.bytes, isCut: $0.isCut, token: token) }
    }

    func receive(head: PageHead) -> BodyDecision {
        head.isSuccess ? .accept : .refuse
    }

    func receive(body: UnsafeRawBufferPointer) -> BodyDecision {
        state.withLock { state in
            let available = RobotsRules.maximumByteCount - state.bytes.count
            state.bytes.append(contentsOf: body.prefix(available))
            if body.count > available { state.isCut = true }
            return state.isCut ? .refuse : .accept
        }
    }

    func restart() -> Bool {
        state.withLock { $0 = ([], false) }
        return true
    }
}
