import Synchronization
import Transfer
import WHATWGURL

/// The part of a fetch that finds stored responses and serves them.
extension PageFetch {
    /// Serves the current hop from the cache if a fresh response is stored; otherwise requests it.
    func lookUp() {
        let hop = state.withLock { $0.hop }
        guard let stored = fetcher.cache?.find(hop.url, requestFields: hop.fields) else { return beginAttempt() }
        if stored.isFresh(now: fetcher.now()) { return serve(stored) }
        request(revalidating: stored)
    }

    /// Requests the current hop.
    ///
    /// - Parameter stored: A stale response that the server may confirm; nil to request a new one.
    private func request(revalidating stored: CachedResponse?) {
        state.withLock { $0.revalidate(stored) }
        beginAttempt()
    }

    /// Serves a stored response: follows it if it is a redirect, and otherwise passes it to the sink.
    func serve(_ stored: CachedResponse) {
        let (hop, hops) = state.withLock { ($0.hop, $0.hops) }
        let head = ResponseHead(status: stored.status, fields: stored.fields, url: hop.url)
        do {
            if let target = try state.withLock({ try $0.redirectTarget(of: head) }) {
                state.withLock {
                    $0.follow(target, status: stored.status, hasReachedPublic: stored.hasReachedPublic)
                }
                return perform(.beginHop)
            }
            guard stored.bodyByteCount <= fetcher.policy.maximumBodyBytes else {
                // The cache cannot deliver a part of a body, as the engine does at the limit.
                if fetcher.policy.deliversUpToLimit { return request(revalidating: nil) }
                throw TransferError.tooLarge(url: hop.url, limit: fetcher.policy.maximumBodyBytes)
            }
            let page = PageHead(
                url: hop.url, requestedURL: requestedURL, status: stored.status, fields: stored.fields, hops: hops,
                isFromCache: true)
            // Another process may have removed the file in the meantime.
            guard let served = open(stored, head: page) else { return request(revalidating: nil) }
            guard try sink.receive(head: page) == .accept else {
                return complete(.success(PageOutcome(head: page, wasRefused: true)))
            }
            if state.withLock({ $0.serve(served) }) { served.cancel() }
            served.run()
        } catch {
            complete(.failure(error))
        }
    }

    /// Opens the body of a stored response; nil if its file cannot be opened.
    private func open(_ stored: CachedResponse, head: PageHead) -> CachedPage? {
        try? CachedPage(stored, at: head.url, sink: sink, queue: fetcher.delivery) { [self] result in
            complete(
                result.map { PageOutcome(head: head, bodyBytes: stored.bodyByteCount, wasRefused: $0 == .refuse) })
        }
    }
}
