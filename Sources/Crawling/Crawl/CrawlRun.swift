package import Fetching
package import LinkHarvest
import Synchronization
package import WHATWGURL

/// A running crawl: it fetches the pages of a ``Frontier`` and returns their links in the order of the frontier.
///
/// The links of the first page in that order are passed on as they are found. The pages after it are fetched ahead, and
/// their links are kept in memory. The memory limits determine how many pages are started and when a long page is
/// paused.
///
/// ```swift
/// let crawl = CrawlRun(Frontier(seeds: [url], options: options)) { page in
///     guard let url = page.entry.url else { return page.finish() }
///     page.attach(fetcher.start(url, into: makeSink(page)) { _ in page.finish(at: url) })
/// }
/// while let event = await crawl.nextEvent() {
///     if case .links(let batch, let entry, _) = event { print(entry.number, batch.count) }
/// }
/// ```
package final class CrawlRun: Sendable {
    /// A function that starts to fetch and harvest one page and returns at once.
    package typealias Start = @Sendable (CrawlPageHandle) -> Void

    /// An event of a crawl.
    package enum Event: Sendable {
        /// Links of a page that has not ended.
        case links(LinkBatch, of: Frontier.Entry, at: WebURL?)
        /// The end of a page with its remaining links, and the step to record in a journal.
        case page(Frontier.Page, Frontier.Step)
        /// A call of ``CrawlRun/wake()``.
        case woken
    }

    /// The limits on what a crawl keeps in memory.
    package struct Limits: Sendable {
        /// The number of bytes, of pages read and of links in memory, above which no further pages are started.
        ///
        /// Long pages are then paused until their turn.
        var waitingBytes = 32 << 20
        /// The number of bytes of undelivered links above which the page whose turn it is gets paused.
        var readyBytes = 4 << 20
        /// The number of bytes that are read of every page before its turn, even above ``waitingBytes``.
        ///
        /// Most pages are shorter than that.
        var freeBytes = 512 << 10
        /// The maximum number of paused pages.
        package var heldPages = 32
        /// The maximum number of paused pages of a host.
        ///
        /// A paused page keeps its connection. The number must be less than the number of connections to the host,
        /// because the page whose turn it is may need one.
        package var heldPagesPerHost: @Sendable (_ hostname: String) -> Int = { _ in 4 }

        /// Creates the default limits.
        package init() {}
    }

    private let state: Mutex<CrawlState>
    private let start: Start

    /// Creates a crawl; nothing is fetched before the first call of ``nextEvent(waitsForPages:)``.
    ///
    /// - Parameters:
    ///   - frontier: The pages to start with; for a resumed crawl, after the steps of its journal have been replayed.
    ///   - limits: The limits on what is kept in memory.
    ///   - start: Starts to fetch a page.
    package init(_ frontier: Frontier, limits: Limits = Limits(), start: @escaping Start) {
        state = Mutex(CrawlState(frontier: frontier, limits: limits))
        self.start = start
    }

    /// True if ``nextEvent(waitsForPages:)`` would return at once.
    var hasNextEvent: Bool { state.withLock { $0.hasNextEvent(waitsForPages: true) } }

    /// The number of pages that are waiting or being fetched.
    var queuedCount: Int { state.withLock { $0.frontier.queuedCount } }

    /// Returns the next event in the order of the crawl.
    ///
    /// Only one task at a time may call it.
    ///
    /// - Parameter waitsForPages: False to wait only for ``wake()``.
    /// - Returns: The event; nil if the crawl is complete or was stopped. A pending ``Event/woken`` is returned first.
    package func nextEvent(waitsForPages: Bool = true) async -> Event? {
        while true {
            let (event, isDone, actions) = state.withLock { $0.nextEvent(waitsForPages: waitsForPages) }
            perform(actions)
            if let event { return event }
            if isDone { return nil }
            await wait(waitsForPages: waitsForPages)
        }
    }

    /// Makes ``nextEvent(waitsForPages:)`` return ``Event/woken`` once.
    package func wake() {
        let waiter = state.withLock { state in
            state.isWoken = true
            return state.waiter.take()
        }
        waiter?.resume()
    }

    /// Makes ``nextEvent(waitsForPages:)`` return nil from now on, and cancels all pages.
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
                guard !state.hasNextEvent(waitsForPages: waitsForPages), !state.isStopped else { return true }
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

    // MARK: Pages

    func attach(_ control: any FlowControl, to handle: CrawlPageHandle) {
        perform(state.withLock { $0.attach(control, to: handle) })
    }

    func reportRead(byteCount: Int, at url: WebURL?, of handle: CrawlPageHandle) {
        state.withLock { $0.reportRead(byteCount: byteCount, at: url, of: handle) }
    }

    func isReady(_ handle: CrawlPageHandle) -> Bool {
        let (isReady, actions) = state.withLock { $0.isReady(handle) }
        perform(actions)
        return isReady
    }

    func add(_ batch: LinkBatch, at url: WebURL?, of handle: CrawlPageHandle) {
        state.withLock { state in
            state.add(batch, at: url, of: handle)
            return state.frontier.isTurn(of: handle.entry) ? state.waiter.take() : nil
        }?.resume()
    }

    func restart(_ handle: CrawlPageHandle) -> Bool {
        state.withLock { $0.restart(handle) }
    }

    func finish(_ page: Frontier.Page, of handle: CrawlPageHandle) {
        let (waiter, actions) = state.withLock { state in
            let actions = state.finish(page, of: handle)
            return (state.frontier.isTurn(of: handle.entry) ? state.waiter.take() : nil, actions)
        }
        perform(actions)
        waiter?.resume()
    }
}

/// A handle through which the fetcher of one page delivers the page's links to a crawl.
///
/// The links are kept in memory, up to a limit, until all earlier pages have been returned. From then on, they are
/// passed on at once.
package struct CrawlPageHandle: Sendable {
    /// The page in the order of the crawl.
    package let entry: Frontier.Entry

    let run: CrawlRun
    // The number of the fetch, which distinguishes a fetch from an earlier, cancelled one of the same page.
    let attempt: Int

    /// Attaches the stream from which the page is read, after the stream has been started.
    ///
    /// - Parameter control: The stream. After the crawl has cancelled it, the page must be finished with a failure.
    package func attach(_ control: any FlowControl) {
        run.attach(control, to: self)
    }

    /// Reports bytes of a long page that have been read; short pages need not be reported.
    ///
    /// - Parameters:
    ///   - byteCount: The number of bytes since the last report.
    ///   - url: The URL of the response.
    func reportRead(byteCount: Int, at url: WebURL?) {
        run.reportRead(byteCount: byteCount, at: url, of: self)
    }

    /// True if more of the page may be read now.
    ///
    /// If it is false, the attached stream is resumed later.
    var isReady: Bool { run.isReady(self) }

    /// Delivers links before the end of the page.
    ///
    /// - Parameters:
    ///   - batch: The next links in document order.
    ///   - url: The URL of the response.
    package func add(_ batch: LinkBatch, at url: WebURL?) {
        run.add(batch, at: url, of: self)
    }

    /// Discards the links delivered so far, because the page is fetched again.
    ///
    /// - Returns: False if some of them have already been passed on.
    func restart() -> Bool {
        run.restart(self)
    }

    /// Ends the page.
    ///
    /// - Parameters:
    ///   - url: The URL of the response; nil if there was none.
    ///   - links: The links that were not delivered yet.
    ///   - failure: The error, if the page is missing or incomplete.
    package func finish(at url: WebURL? = nil, links: [LinkBatch] = [], failure: (any Error)? = nil) {
        run.finish(Frontier.Page(entry: entry, finalURL: url, links: links, failure: failure), of: self)
    }
}
