package import Fetching
package import WHATWGURL

/// A checker of pages: it requests each page once to find out if it is still there.
///
/// It sends a HEAD request. Some servers reject HEAD or answer it with another status, so that only a GET request,
/// whose body is not read, shows that a page is gone.
package struct PageChecker: Sendable {
    private let heads: PageFetcher
    private let pages: PageFetcher

    /// The maximum number of pages that are requested at once; the engine limits those of one host.
    private static let width = 48

    /// Creates a checker.
    ///
    /// - Parameter fetcher: Requests the pages. Its authorizer is not consulted, because a check is not a crawl.
    package init(fetcher: PageFetcher) {
        var fetcher = fetcher
        fetcher.authorizer = nil
        fetcher.cache = nil
        pages = fetcher
        fetcher.policy.method = .head
        heads = fetcher
    }

    /// Checks pages.
    ///
    /// If no host could be connected to, no page counts as gone: this computer may be offline.
    ///
    /// - Parameters:
    ///   - urls: The addresses of the pages, http or https; each is requested once.
    ///   - onProgress: Called after each page with the number of pages that have been checked.
    /// - Returns: The results by the addresses without their fragments.
    package func check(
        _ urls: [WebURL], onProgress: @escaping @Sendable (Int) -> Void = { _ in }
    ) async -> [WebURL: PageCheckResult] {
        var seen: Set<WebURL> = []
        let pages = urls.map { $0.withoutFragment() }.filter { $0.isHTTP && seen.insert($0).inserted }
        var results: [WebURL: PageCheckResult] = [:]
        await withTaskGroup(of: (WebURL, PageCheckResult).self) { group in
            var waiting = pages[...]
            for page in waiting.prefix(Self.width) { group.addTask { (page, await result(of: page)) } }
            waiting = waiting.dropFirst(Self.width)
            while let (page, result) = await group.next() {
                results[page] = result
                onProgress(results.count)
                if let next = waiting.popFirst() { group.addTask { (next, await self.result(of: next)) } }
            }
        }
        return Self.withoutOffline(results)
    }

    /// Returns the results in which pages are not gone if no host could be connected to.
    private static func withoutOffline(_ results: [WebURL: PageCheckResult]) -> [WebURL: PageCheckResult] {
        // A page on a private host was not requested, and says nothing about the connection.
        let requested = results.filter { $0.value.state != .refused || !$0.value.isWithoutConnection }
        guard Set(requested.keys.map(\.hostname)).count > 1, requested.values.allSatisfy(\.isWithoutConnection) else {
            return results
        }
        return results.mapValues { result in
            var result = result
            if result.state != .refused { result.state = .unreachable }
            return result
        }
    }

    private func result(of url: WebURL) async -> PageCheckResult {
        if let result = await request(url, with: heads), result.state != .gone, result.status.map({ $0 < 400 }) == true
        {
            return result
        }
        return await request(url, with: pages) ?? PageCheckResult(state: .unreachable, problem: "cancelled")
    }

    /// Requests a page.
    ///
    /// - Returns: The result; nil if the request was cancelled.
    private func request(_ url: WebURL, with fetcher: PageFetcher) async -> PageCheckResult? {
        do {
            return Self.result(of: try await fetcher.fetch(url, into: HeadSink()).head)
        } catch TransferError.cancelled {
            return nil
        } catch let error as TransferError {
            return await Self.result(of: error, at: url)
        } catch {
            return PageCheckResult(state: .unreachable, problem: "\(error)")
        }
    }

    private static func result(of head: PageHead) -> PageCheckResult {
        switch head.status {
        case 404, 410: return PageCheckResult(state: .gone, status: head.status)
        case 500..., 408, 425, 429: return PageCheckResult(state: .unreachable, status: head.status)
        default:
            // Other client errors, such as 403, show that the server knows the page.
            guard head.isSuccess, !isSamePage(head.requestedURL, head.url) else {
                return PageCheckResult(state: .ok, status: head.status)
            }
            return PageCheckResult(state: .moved, status: head.status, address: head.url.withoutCredentials())
        }
    }

    private static func result(of error: TransferError, at requested: WebURL) async -> PageCheckResult {
        switch error {
        case .dns(let url, let detail):
            let state = await HostLookup.isUnknown(url.hostname) ? PageCheckResult.State.gone : .unreachable
            return PageCheckResult(state: state, problem: detail, isWithoutConnection: true)
        case .refusedAddress(let url, let detail):
            return PageCheckResult(state: .refused, problem: detail, isWithoutConnection: url == requested)
        case .connect(_, let detail):
            return PageCheckResult(state: .gone, problem: detail, isWithoutConnection: true)
        default:
            return PageCheckResult(state: .unreachable, problem: error.detail)
        }
    }

    /// Returns true if two addresses differ only as those of one page usually do: http or https, `www.` or not, a slash
    /// at the end or not.
    private static func isSamePage(_ first: WebURL, _ second: WebURL) -> Bool {
        func normalized(_ url: WebURL) -> [String] {
            let host = url.hostname.hasPrefix("www.") ? String(url.hostname.dropFirst(4)) : url.hostname
            let path = url.path.hasSuffix("/") ? String(url.path.dropLast()) : url.path
            return [host, url.port.map { "\($0)" } ?? "", path, url.query ?? ""]
        }
        return normalized(first) == normalized(second)
    }
}

/// A sink that reads only the head.
private final class HeadSink: PageSink {
    func receive(head: PageHead) -> BodyDecision { .refuse }
    func receive(body: UnsafeRawBufferPointer) -> BodyDecision { .refuse }
    func restart() -> Bool { true }
}

/// The result of requesting a page to find out if it is still there.
package struct PageCheckResult: Sendable, Hashable {
    /// The state of a page.
    package enum State: String, Sendable, CaseIterable {
        /// The page is at its address.
        case ok
        /// Redirects lead to another address, at which there is a page.
        case moved
        /// The host has no address or refuses connections, or the server has no such page (404, 410).
        case gone
        /// The page could not be requested this time.
        case unreachable
        /// The page, or the address to which it redirects, is on a private host, which was not requested.
        case refused
    }

    /// The state.
    package var state: State
    /// The status code of the final response; nil if there was none.
    package var status: Int?
    /// The address to which a page has moved; nil for any other state.
    package var address: WebURL?
    /// The reason why there was no response; nil if there was one.
    package var problem: String?
    /// True if not even a connection was made, as if this computer were offline.
    var isWithoutConnection = false
}
