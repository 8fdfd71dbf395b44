import Copies
import Fetching
import FoundationEssentials
import Places
import Synchronization
import WHATWGURL

/// A fetch of the titles of pages, several at once.
struct TitleFetch: Sendable {
    /// A place without a title.
    struct Page: Sendable {
        /// The id of the place.
        let id: String
        /// The address of its page.
        let url: WebURL
    }

    /// The reason why a title was not fetched.
    enum Failure: Error, CustomStringConvertible {
        /// The server responded with a status code that does not mean success.
        case status(Int)
        /// The page declares no title.
        case untitled
        /// Pages of this host are never captured, so they are not requested.
        case excluded(host: String)

        var description: String {
            switch self {
            case .status(let status): "the server responded with HTTP \(status)"
            case .untitled: "the page has no title"
            case .excluded(let host): "pages of \(host) are never captured"
            }
        }
    }

    /// The number of pages that are fetched at once.
    ///
    /// One page of a slow server does not delay the others, and a list of pages on one host is no burden for it.
    static let width = 8
    /// The number of bytes in which a title is searched.
    ///
    /// The largest heads of pages that were found have 300 KB, mostly of inline styles and scripts.
    private static let byteLimit = 512 << 10
    /// The time after which a page is given up; the command waits for the slowest one.
    private static let timeLimit = Duration.seconds(10)

    private let fetcher: PageFetcher

    /// Creates a fetch.
    ///
    /// - Parameters:
    ///   - engine: The engine of the transfers.
    ///   - privateHosts: The hosts that may be requested although their addresses are private.
    ///   - excludedHosts: The hosts whose pages are not requested, also not after a redirect.
    init(engine: TransferEngine, privateHosts: PermittedHosts, excludedHosts: ExcludedHosts) {
        var policy = FetchPolicy(userAgent: FetchPolicy.userAgent(version: Version.current))
        // A list may come from elsewhere, so a private host is requested only if the user has named it.
        policy.addressPolicy = .publicExcept(hosts: privateHosts)
        // A page may announce a length beyond every limit; only its beginning is read.
        policy.deliversUpToLimit = true
        policy.connectTimeout = Self.timeLimit
        policy.totalTimeout = Self.timeLimit
        policy.maximumRetries = 0
        var fetcher = PageFetcher(engine: engine, policy: policy)
        // With an authorizer, each redirect has a timeout of its own.
        if excludedHosts != ExcludedHosts([]) {
            fetcher.authorizer = ExclusionAuthorizer(excludedHosts: excludedHosts)
        }
        self.fetcher = fetcher
    }

    /// Fetches the titles.
    ///
    /// - Parameters:
    ///   - pages: The pages, in the order in which they are requested.
    ///   - receive: Receives each title as soon as it has arrived, or the error: a ``Failure``, a `TransferError` or a
    ///     `PageReadingError`. It is called one call at a time.
    /// - Throws: The errors of `receive`; the other fetches are then cancelled.
    func run(_ pages: [Page], receive: (Page, Result<String, any Error>) throws -> Void) async throws {
        try await withThrowingTaskGroup(of: (Int, Result<String, any Error>).self) { group in
            var waiting = pages.indices
            func start(_ index: Int) {
                let url = pages[index].url
                group.addTask {
                    do { return (index, .success(try await title(of: url))) } catch { return (index, .failure(error)) }
                }
            }
            for index in waiting.prefix(Self.width) { start(index) }
            waiting = waiting.dropFirst(Self.width)
            while let (index, result) = try await group.next() {
                try receive(pages[index], result)
                if let next = waiting.popFirst() { start(next) }
            }
        }
    }

    private func title(of url: WebURL) async throws -> String {
        let beginning = PageBeginning(limit: Self.byteLimit)
        let head = try await fetcher.fetch(url.withoutFragment(), into: beginning).head
        guard head.isSuccess else { throw Failure.status(head.status) }
        guard let title = try PageTitle.find(in: beginning.bytes, contentType: head.contentType) else {
            throw Failure.untitled
        }
        return title
    }
}

/// A sink that collects the first bytes of a page, and refuses the rest.
private final class PageBeginning: PageSink {
    private let limit: Int
    private let collected = Mutex<[UInt8]>([])

    init(limit: Int) { self.limit = limit }

    /// The bytes that have arrived, at most as many as the limit.
    var bytes: [UInt8] { collected.withLock { $0 } }

    func receive(head: PageHead) -> BodyDecision {
        // What is not a page may be long, and has no title.
        head.isSuccess && PageTitle.isPage(contentType: head.contentType) ? .accept : .refuse
    }

    func receive(body: UnsafeRawBufferPointer) -> BodyDecision {
        collected.withLock { bytes in
            bytes.append(contentsOf: body.prefix(limit - bytes.count))
            return bytes.count < limit ? .accept : .refuse
        }
    }

    func restart() -> Bool {
        collected.withLock { $0.removeAll() }
        return true
    }
}

/// An authorizer that refuses the pages of hosts that are never captured.
private struct ExclusionAuthorizer: FetchAuthorizer {
    let excludedHosts: ExcludedHosts

    func authorize(
        _ url: WebURL, ownHost: String, hasReachedPublic: Bool,
        completion: @escaping @Sendable (Result<Duration?, any Error>) -> Void
    ) {
        if let host = excludedHosts.host(of: url) {
            completion(.failure(TitleFetch.Failure.excluded(host: host)))
        } else {
            completion(.success(nil))
        }
    }
}
