package import LinkHarvest
import Synchronization
import Transfer
package import WHATWGURL

/// Carries a ``Frontier`` out: starts pages, and hands what comes of them on in their order.
///
/// The page whose turn it is streams through. Others wait: what they have found by then bounds how many more are started, and
/// a long one is read no further.
package final class CrawlRun: Sendable {
    /// Fetches one page and harvests it; returns at once.
    package typealias Start = @Sendable (CrawlPageHandle) -> Void

    /// What comes next.
    package enum Event: Sendable {
        /// Links of a page that has more to come.
        case links(LinkBatch, of: Frontier.Entry, at: WebURL?)
        /// The end of a page, with the links that remain and the step that leads past it.
        case page(Frontier.Page, Frontier.Step)
        /// Somebody called ``CrawlRun/wake()``.
        case woken
    }

    /// What waits in memory at most.
    package struct Limits: Sendable {
        /// What pages before their turn may have read and found, in bytes, before long ones wait and no more are started.
        package var waitingBytes = 32 << 20
        /// What the page whose turn it is may have found that nobody has taken yet, in bytes.
        package var readyBytes = 4 << 20
        /// What each page may read before its turn in any case, in bytes: most pages are shorter.
        package var freeBytes = 512 << 10
        /// How many pages may wait in the middle at once.
        package var heldPages = 32
        /// The same for the pages of one host.
        ///
        /// A page that waits keeps its connection, so there are to be fewer than transfers: the page whose turn it is may need
        /// another one.
        package var heldPagesPerHost: @Sendable (_ hostname: String) -> Int = { _ in 4 }

        /// Makes limits with the defaults above.
        package init() {}
    }

    private let state: Mutex<CrawlState>
    private let start: Start

    /// Makes a run; nothing is fetched before the first ``next()``.
    ///
    /// - Parameters:
    ///   - frontier: The order.
    ///   - limits: What waits in memory.
    ///   - start: Fetches one page.
    package init(_ frontier: Frontier, limits: Limits = Limits(), start: @escaping Start) {
        state = Mutex(CrawlState(frontier: frontier, limits: limits))
        self.start = start
    }

    /// True when ``next()`` would not wait.
    package var hasNext: Bool { state.withLock { $0.hasNext(waitsForPages: true) } }

    /// How many pages wait or are under way.
    package var queuedCount: Int { state.withLock { $0.frontier.queuedCount } }

    /// What comes next in the order of the crawl.
    ///
    /// One task at a time may call it.
    ///
    /// - Parameter waitsForPages: False waits for ``wake()`` alone.
    /// - Returns: nil when the crawl is done, or was stopped; ``Event/woken`` comes before that.
    package func next(waitsForPages: Bool = true) async -> Event? {
        while true {
            let (event, isDone, actions) = state.withLock { $0.next(waitsForPages: waitsForPages) }
            perform(actions)
            if let event { return event }
            if isDone { return nil }
            await wait(waitsForPages: waitsForPages)
        }
    }

    /// Lets ``next(waitsForPages:)`` return ``Event/woken`` once.
    package func wake() {
        let waiter = state.withLock { state in
            state.isWoken = true
            return state.waiter.take()
        }
        waiter?.resume()
    }

    /// Lets ``next(waitsForPages:)`` return nil from now on, and stops all pages.
    package func stop() {
        let (waiter, actions) = state.withLock { state in
            let actions = state.stop()
            return (state.waiter.take(), actions)
        }
        perform(actions)
        waiter?.resume()
    }

    private func wait(waitsForPages: Bool) async {
        await withCheckedContinuation { continuation in
            let isReady = state.withLock { state in
                guard !state.hasNext(waitsForPages: waitsForPages), !state.isStopped else { return true }
                state.waiter = continuation
                return false
            }
            if isReady { continuation.resume() }
        }
    }

    private func perform(_ actions: CrawlState.Actions) {
        for control in actions.resumed { control.resume() }
        for control in actions.cancelled { control.cancel() }
        for (entry, attempt) in actions.started { start(CrawlPageHandle(entry: entry, run: self, attempt: attempt)) }
    }

    // MARK: For pages

    func attach(_ control: any FlowControl, to flow: CrawlPageHandle) {
        perform(state.withLock { $0.attach(control, to: flow) })
    }

    func note(byteCount: Int, at url: WebURL?, of flow: CrawlPageHandle) {
        state.withLock { $0.note(byteCount: byteCount, at: url, of: flow) }
    }

    func isReady(_ flow: CrawlPageHandle) -> Bool {
        let (isReady, actions) = state.withLock { $0.isReady(flow) }
        perform(actions)
        return isReady
    }

    func add(_ batch: LinkBatch, at url: WebURL?, of flow: CrawlPageHandle) {
        state.withLock { state in
            state.add(batch, at: url, of: flow)
            return state.isTurn(of: flow) ? state.waiter.take() : nil
        }?.resume()
    }

    func restart(_ flow: CrawlPageHandle) -> Bool {
        state.withLock { $0.restart(flow) }
    }

    func finish(_ page: Frontier.Page, of flow: CrawlPageHandle) {
        let (waiter, actions) = state.withLock { state in
            let actions = state.finish(page, of: flow)
            return (state.isTurn(of: flow) ? state.waiter.take() : nil, actions)
        }
        perform(actions)
        waiter?.resume()
    }
}
