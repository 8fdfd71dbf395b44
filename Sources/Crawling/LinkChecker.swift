package import LinkHarvest
import Markup
package import PageFetch
import Synchronization
import Transfer
package import WHATWGURL

/// Checks links: each address once, and the places that fragments name.
///
/// An address is asked for its head; where the server does not answer that, or a fragment needs the page, for the page.
package final class LinkChecker: Sendable {
    private typealias Waiter = @Sendable (Answer) -> Void

    /// What is known of one address, whatever the fragment.
    private struct Answer {
        var checked: LinkCheckResult
        /// The places of the page; nil when the target was not read, or is no page.
        var places: FragmentTargets?

        /// What it costs in memory, about, in bytes.
        var cost: Int { 512 + (places?.cost ?? 0) }
    }

    private struct State {
        var answers: BoundedCache<Answer>
        var waiting: [String: [Waiter]] = [:]
    }

    private let heads: PageFetcher
    private let pages: PageFetcher
    private let state: Mutex<State>

    /// Makes a checker.
    ///
    /// - Parameters:
    ///   - fetcher: Fetches the targets; its gate is not asked, since a check is no crawl.
    ///   - maximumCost: What all that is known may cost in memory, about, in bytes; beyond it the oldest is asked for anew.
    package init(fetcher: PageFetcher, maximumCost: Int = 64 << 20) {
        state = Mutex(State(answers: BoundedCache(maximumCost: maximumCost)))
        var fetcher = fetcher
        fetcher.gate = nil
        pages = fetcher
        fetcher.cache = nil
        fetcher.policy.method = .head
        heads = fetcher
    }

    /// Checks addresses.
    ///
    /// - Parameter urls: Any addresses.
    /// - Returns: What was found, in their order; nil for those that are not http or https.
    package func check(_ urls: [WebURL?]) async -> [LinkCheckResult?] {
        await withCheckedContinuation { continuation in
            start(urls) { continuation.resume(returning: $0) }
        }
    }

    /// Starts to check addresses and returns at once.
    ///
    /// - Parameters:
    ///   - urls: Any addresses.
    ///   - completion: Told once what was found, in their order; nil for those that are not http or https.
    package func start(_ urls: [WebURL?], completion: @escaping @Sendable ([LinkCheckResult?]) -> Void) {
        guard !urls.isEmpty else { return completion([]) }
        let found = Mutex<(left: Int, links: [LinkCheckResult?])>(
            (urls.count, Array(repeating: nil, count: urls.count)))
        @Sendable func note(_ index: Int, _ link: LinkCheckResult?) {
            let links = found.withLock { found -> [LinkCheckResult?]? in
                found.links[index] = link
                found.left -= 1
                return found.left == 0 ? found.links : nil
            }
            if let links { completion(links) }
        }
        for (index, url) in urls.enumerated() {
            guard let url, url.isHTTP else {
                note(index, nil)
                continue
            }
            check(url) { note(index, $0) }
        }
    }

    private func check(_ url: WebURL, _ completion: @escaping @Sendable (LinkCheckResult) -> Void) {
        let fragment = FragmentTargets.fragment(of: url)
        let key = url.withoutFragment().href + (fragment == nil ? "" : "#")
        ask(key, url.withoutFragment(), readsPage: fragment != nil) { answer in
            var checked = answer.checked
            if let fragment, let places = answer.places, checked.status.map({ $0 < 400 }) == true {
                checked.hasFragment = places.contains(fragment)
            }
            completion(checked)
        }
    }

    /// Finds out about an address, once for all who ask.
    private func ask(_ key: String, _ url: WebURL, readsPage: Bool, _ use: @escaping Waiter) {
        // A page that was read answers for its head too.
        let pageKey = readsPage ? key : key + "#"
        let (known, isFirst) = state.withLock { state -> (Answer?, Bool) in
            if let answer = state.answers[key] ?? state.answers[pageKey] { return (answer, false) }
            let waited = state.waiting[pageKey] != nil ? pageKey : key
            let isFirst = state.waiting[waited] == nil
            state.waiting[waited, default: []].append(use)
            return (nil, isFirst)
        }
        if let known { return use(known) }
        guard isFirst else { return }
        if readsPage { read(key, url, keepsPlaces: true) } else { askForHead(key, url) }
    }

    private func askForHead(_ key: String, _ url: WebURL) {
        heads.start(url, into: FragmentTargetSink(readsBody: false)) { [self] result in
            switch result {
            // Some servers answer no HEAD at all, some forbid it.
            case .success(let outcome) where ![403, 405, 501].contains(outcome.head.status):
                settle(key, Answer(checked: Self.link(outcome.head)))
            case .failure(let error as TransferError) where !Self.mayAnswerGET(error):
                settle(key, Answer(checked: Self.link(error)))
            default:
                read(key, url, keepsPlaces: false)
            }
        }
    }

    private func read(_ key: String, _ url: WebURL, keepsPlaces: Bool) {
        let sink = FragmentTargetSink(readsBody: keepsPlaces)
        pages.start(url, into: sink) { [self] result in
            switch result {
            case .success(let outcome):
                settle(key, Answer(checked: Self.link(outcome.head), places: sink.takePlaces()))
            case .failure(let error):
                settle(key, Answer(checked: Self.link(error)))
            }
        }
    }

    private func settle(_ key: String, _ answer: Answer) {
        let waiters = state.withLock { state in
            state.answers.insert(answer, for: key, cost: answer.cost)
            return state.waiting.removeValue(forKey: key) ?? []
        }
        for waiter in waiters { waiter(answer) }
    }

    private static func link(_ head: PageHead) -> LinkCheckResult {
        LinkCheckResult(
            status: head.status, finalURL: head.url,
            redirects: head.hops.map { LinkCheckResult.Redirect(url: $0.url, status: $0.status) })
    }

    private static func link(_ error: any Error) -> LinkCheckResult {
        LinkCheckResult(error: (error as? TransferError)?.detail ?? "\(error)")
    }

    private static func mayAnswerGET(_ error: TransferError) -> Bool {
        switch error {
        case .connectionLost, .http, .truncated, .lowSpeed: true
        default: false
        }
    }
}

/// Looks for places in a page, or wants its head alone.
private final class FragmentTargetSink: PageSink {
    private let readsBody: Bool
    private let scanner = Mutex<FragmentTargetScanner?>(nil)

    init(readsBody: Bool) {
        self.readsBody = readsBody
    }

    func takePlaces() -> FragmentTargets? {
        scanner.withLock { scanner in
            // After an error, the targets that were found before it count.
            try? scanner?.finish()
            defer { scanner = nil }
            return scanner?.places
        }
    }

    func receive(head: PageHead) -> BodyDecision {
        guard readsBody, head.isSuccess else { return .refuse }
        let type = ContentSniffing.essence(of: head.contentType ?? "")
        guard ["text/html", "application/xhtml+xml"].contains(type) else { return .refuse }
        scanner.withLock { $0 = FragmentTargetScanner(contentType: head.contentType) }
        return .accept
    }

    func receive(body: UnsafeRawBufferPointer) throws -> BodyDecision {
        // A buffer cannot enter the lock's region, but its address can. It is valid during this call.
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
