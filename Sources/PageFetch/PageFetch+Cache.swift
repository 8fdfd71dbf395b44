import Synchronization
import Transfer
import WHATWGURL

/// What a page's fetch does with a cache, and at redirects that it follows by itself.
extension PageFetch {
    /// Looks for the present hop's response in the cache.
    func lookUp() {
        let (url, fields) = state.withLock { ($0.url, $0.fields) }
        guard let stored = fetcher.cache?.find(url, requestFields: fields) else { return beginTry() }
        if stored.isFresh(now: fetcher.now()) { return serve(stored) }
        state.withLock { $0.stored = stored }
        beginTry()
    }

    func follow(_ target: WebURL) {
        state.withLock { state in
            state.hops.append(RedirectHop(url: state.url, status: state.redirectStatus))
            state.fields = RedirectPolicy.fields(state.fields, from: state.url, to: target)
            state.url = target
            state.tries = 0
            state.stored = nil
        }
        beginHop()
    }

    func commit() {
        state.withLock { state in
            state.writer?.commit()
            state.writer = nil
        }
    }

    /// Takes over what a 304 says of a stored response, and gives that.
    func renew(_ stored: CachedResponse) {
        let (fields, askedAt, answeredAt) = state.withLock { ($0.head?.fields ?? [], $0.askedAt, $0.answeredAt) }
        var renewed = stored
        renewed.update(with: fields, askedAt: askedAt, answeredAt: answeredAt)
        fetcher.cache?.replace(stored, with: renewed)
        serve(renewed)
    }

    /// Gives a stored response.
    private func serve(_ stored: CachedResponse) {
        let (url, hops) = state.withLock { ($0.url, $0.hops) }
        let head = ResponseHead(status: stored.status, fields: stored.fields, url: url)
        do {
            if let target = try redirectTarget(of: head, followed: hops.count) {
                state.withLock { $0.redirectStatus = stored.status }
                return follow(target)
            }
            guard stored.bodyByteCount <= fetcher.policy.maximumBodyBytes else {
                guard !fetcher.policy.takesBeginnings else {
                    // The network gives it up to the limit.
                    state.withLock { $0.stored = nil }
                    return beginTry()
                }
                throw TransferError.tooLarge(url: url, limit: fetcher.policy.maximumBodyBytes)
            }
            let page = PageHead(
                url: url, requestedURL: requestedURL, status: stored.status, fields: stored.fields, hops: hops,
                isFromCache: true)
            let serving: CachedPage
            do throws(TransferError) {
                serving = try CachedPage(stored, at: url, sink: sink, queue: fetcher.delivery) { [self] result in
                    complete(
                        result.map {
                            PageOutcome(head: page, bodyBytes: stored.bodyByteCount, wasRefused: $0 == .refuse)
                        })
                }
            } catch {
                // Another process has thrown it out by now.
                state.withLock { $0.stored = nil }
                return beginTry()
            }
            guard try sink.receive(head: page) == .accept else {
                return complete(.success(PageOutcome(head: page, wasRefused: true)))
            }
            let isCancelled = state.withLock { state in
                state.serving = serving
                return state.isCancelled
            }
            if isCancelled { serving.cancel() }
            serving.run()
        } catch {
            complete(.failure(error))
        }
    }
}
