import Crawling
import PageFetch
import Snapshots
import Synchronization
import TerminalHUD
import Transfer
import WHATWGURL

/// A check of the pages of places, for `leftoff list --check`.
struct PlacePageCheck {
    /// The hosts that may be requested although their addresses are private.
    let privateHosts: PermittedHosts
    /// The hosts whose pages are not requested, because the reader never wants to capture them.
    let excludedHosts: ExcludedHosts
    /// True to write nothing to standard error.
    let isQuiet: Bool

    /// Requests the pages of places.
    ///
    /// - Parameter places: The places; those in files and on excluded hosts are not checked.
    /// - Returns: The results by the addresses of the pages without fragments.
    func results(for places: [StoredSnapshot]) async -> [WebURL: PageCheckResult] {
        let engine = TransferEngine(configuration: .init(maximumConcurrent: 48, maximumPerHost: 4))
        let urls = places.map(\.snapshot).filter { excludedHosts.host(of: $0) == nil }.map(\.url)
        let excludedCount = places.count - urls.count
        let count = Set(urls.lazy.filter(\.isHTTP).map { $0.withoutFragment() }).count
        let progress = CheckProgress(count: count, isShown: !isQuiet && StandardDescriptors.errorIsTerminal)
        let results = await PageChecker(fetcher: PageFetcher(engine: engine, policy: policy))
            .check(urls) { progress.show($0) }
        await engine.shutdown()
        progress.clear()
        if !isQuiet, count > 0 {
            StandardError.writeLine(Self.summary(results))
            if results.values.contains(where: { $0.state == .refused }) { StandardError.writeLine(Self.advice) }
        }
        if !isQuiet, excludedCount > 0 {
            let count = excludedCount == 1 ? "1 place was" : "\(excludedCount) places were"
            StandardError.writeLine("leftoff: \(count) not checked: pages of these hosts are never captured")
        }
        return results
    }

    private var policy: FetchPolicy {
        var policy = FetchPolicy(userAgent: FetchPolicy.userAgent(version: Version.current))
        // The addresses come from captures, so a page must not be able to make this command request private hosts.
        policy.addressPolicy = .publicExcept(hosts: privateHosts)
        policy.connectTimeout = .seconds(10)
        policy.lowSpeed = TransferRequest.LowSpeed(bytesPerSecond: 1, over: .seconds(15))
        policy.totalTimeout = .seconds(60)
        policy.maximumRetries = 0
        return policy
    }

    private static let advice =
        "leftoff: pages at private addresses are not requested; --allow-private HOST requests those of a host"

    private static func summary(_ results: [WebURL: PageCheckResult]) -> String {
        let counts = PageCheckResult.State.allCases.compactMap { state -> String? in
            let count = results.values.count { $0.state == state }
            return count > 0 ? "\(count) \(state.rawValue)" : nil
        }
        let pages = results.count == 1 ? "1 page" : "\(results.count) pages"
        return "leftoff: checked \(pages): \(counts.joined(separator: ", "))"
    }
}

/// A line on the terminal that counts the pages that have been checked.
private final class CheckProgress: Sendable {
    private let count: Int
    private let isShown: Bool
    private let width = Mutex(0)

    init(count: Int, isShown: Bool) {
        self.count = count
        self.isShown = isShown
    }

    func show(_ done: Int) {
        guard isShown else { return }
        let line = "leftoff: checking pages: \(done) of \(count)"
        width.withLock { $0 = line.utf8.count }
        StandardError.write("\r" + line)
    }

    /// Removes the line.
    func clear() {
        let width = width.withLock { $0 }
        if width > 0 { StandardError.write("\r" + String(repeating: " ", count: width) + "\r") }
    }
}
