import Fetching
import LinkHarvest
import WHATWGURL

/// The state machine of a ``CrawlRun``, which keeps the pages in memory within its limits.
///
/// It decides when the next page of the ``Frontier`` is started, and which pages are paused, resumed, cancelled and
/// fetched again.
struct CrawlState {
    /// The actions to perform after the state has been unlocked.
    struct Actions {
        var started: [(entry: Frontier.Entry, attempt: Int)] = []
        var resumed: [any FlowControl] = []
        var cancelled: [any FlowControl] = []
    }

    /// A page that was started but not dequeued yet.
    private struct Page {
        /// The progress of the page's fetch.
        enum Progress {
            /// The page is being read.
            case reading
            /// The page is paused until there is memory for it or its turn comes.
            case held
            /// The page may be read again; its stream is resumed when it is attached.
            case released
            /// The fetch was cancelled because the crawl was stopped.
            case stopped
            /// The fetch was cancelled because no further page could be paused. The page is fetched again in its turn.
            case setAside
            /// The page has ended, and the frontier has received it.
            case finished
            /// The fetch has ended without a result. The page is fetched again in its turn.
            case awaitingRefetch
        }

        /// The events of the fetch that determine if it may be repeated.
        enum History {
            /// The page was not paused, and all of its links are still in memory.
            case uninterrupted
            /// The page was paused before its turn, so that the server may have closed the connection.
            case paused
            /// Some of the page's links have been passed on.
            case delivered
        }

        let entry: Frontier.Entry
        var attempt = 0
        var progress = Progress.reading
        var history = History.uninterrupted
        var control: (any FlowControl)?
        var url: WebURL?
        var batches: [LinkBatch] = []
        var batchBytes = 0
        var readBytes = 0

        var bytes: Int { batchBytes + readBytes }

        /// True for a file or standard input, which needs no connection.
        var isLocal: Bool { entry.url == nil }

        /// True if the fetch has ended.
        var hasEnded: Bool {
            switch progress {
            case .finished, .awaitingRefetch: true
            case .reading, .held, .released, .stopped, .setAside: false
            }
        }
    }

    private(set) var frontier: Frontier
    var waiter: CheckedContinuation<Void, Never>?
    var isWoken = false
    private(set) var isStopped = false
    private let limits: CrawlRun.Limits
    private var pages: [Int: Page] = [:]
    /// The size of all pages in memory: the bytes read and the links found, in bytes.
    private var bytes = 0
    private var heldCount = 0

    init(frontier: Frontier, limits: CrawlRun.Limits) {
        self.frontier = frontier
        self.limits = limits
    }

    // MARK: Events

    func hasNextEvent(waitsForPages: Bool) -> Bool {
        if isWoken { return true }
        guard waitsForPages else { return false }
        return frontier.hasFinished || pages[frontier.dequeuedCount]?.batches.isEmpty == false
    }

    /// Returns the next event, true if the crawl has ended, and the actions to perform.
    mutating func nextEvent(waitsForPages: Bool) -> (event: CrawlRun.Event?, isDone: Bool, actions: Actions) {
        var actions = Actions()
        guard !isStopped else { return (nil, true, actions) }
        if isWoken {
            isWoken = false
            return (.woken, false, actions)
        }
        guard waitsForPages else { return (nil, false, actions) }
        while let (batch, entry, url) = dequeueBatch(&actions) {
            if frontier.inspect(batch, at: url) { return (.links(batch, of: entry, at: url), false, actions) }
        }
        let dequeued = frontier.dequeue()
        if let dequeued { remove(dequeued.page.entry.number, &actions) }
        startPages(&actions)
        return (dequeued.map { .page($0.page, $0.step) }, dequeued == nil && frontier.isDone, actions)
    }

    mutating func stop() -> Actions {
        var actions = Actions()
        isStopped = true
        for (number, page) in pages where !page.hasEnded {
            if let control = page.control { actions.cancelled.append(control) }
            if page.progress == .held { heldCount -= 1 }
            pages[number]?.progress = .stopped
        }
        return actions
    }

    /// Removes and returns the oldest links of the page whose turn it is.
    private mutating func dequeueBatch(_ actions: inout Actions) -> (LinkBatch, Frontier.Entry, WebURL?)? {
        let number = frontier.dequeuedCount
        guard var page = pages.removeValue(forKey: number) else { return nil }
        defer { pages[number] = page }
        guard !page.batches.isEmpty else { return nil }
        let batch = page.batches.removeFirst()
        bytes -= batch.byteCount
        page.batchBytes -= batch.byteCount
        page.history = .delivered
        if page.batchBytes < limits.readyBytes { release(&page, &actions) }
        return (batch, page.entry, page.url)
    }

    /// Removes a page that was dequeued, and resumes others.
    private mutating func remove(_ number: Int, _ actions: inout Actions) {
        if let page = pages.removeValue(forKey: number) {
            bytes -= page.bytes
            if page.progress == .held { heldCount -= 1 }
        }
        let next = frontier.dequeuedCount
        if var page = pages[next] {
            if page.progress == .awaitingRefetch {
                refetch(next, &actions)
            } else {
                release(&page, &actions)
                pages[next] = page
            }
        }
        guard heldCount > 0, bytes < limits.waitingBytes / 2 else { return }
        for number in pages.keys.sorted() {
            guard var page = pages[number], page.progress == .held else { continue }
            release(&page, &actions)
            pages[number] = page
        }
    }

    /// Resumes a page if it is paused.
    private mutating func release(_ page: inout Page, _ actions: inout Actions) {
        guard page.progress == .held else { return }
        heldCount -= 1
        if let control = page.control {
            page.progress = .reading
            actions.resumed.append(control)
        } else {
            page.progress = .released
        }
    }

    private mutating func startPages(_ actions: inout Actions) {
        guard !frontier.isNearlyFull else { return }
        while bytes < limits.waitingBytes || pages.isEmpty, let entry = frontier.nextPage() {
            pages[entry.number] = Page(entry: entry)
            actions.started.append((entry, 0))
        }
    }

    private mutating func refetch(_ number: Int, _ actions: inout Actions) {
        guard let old = pages[number] else { return }
        bytes -= old.bytes
        var page = Page(entry: old.entry)
        page.attempt = old.attempt + 1
        pages[number] = page
        actions.started.append((page.entry, page.attempt))
    }

    // MARK: Pages

    /// Changes a page, unless the handle belongs to an earlier fetch of the page.
    @discardableResult
    private mutating func withPage<Result>(
        _ handle: CrawlPageHandle, _ body: (inout Page, inout CrawlState) -> Result
    ) -> Result? {
        let number = handle.entry.number
        guard var page = pages.removeValue(forKey: number) else { return nil }
        defer { pages[number] = page }
        guard page.attempt == handle.attempt else { return nil }
        return body(&page, &self)
    }

    mutating func attach(_ control: any FlowControl, to handle: CrawlPageHandle) -> Actions {
        var actions = Actions()
        withPage(handle) { page, _ in
            guard !page.hasEnded else { return }
            page.control = control
            switch page.progress {
            case .released:
                page.progress = .reading
                actions.resumed.append(control)
            case .stopped, .setAside: actions.cancelled.append(control)
            case .reading, .held, .finished, .awaitingRefetch: break
            }
        }
        return actions
    }

    mutating func reportRead(byteCount: Int, at url: WebURL?, of handle: CrawlPageHandle) {
        withPage(handle) { page, state in
            page.url = url
            page.readBytes += byteCount
            state.bytes += byteCount
        }
    }

    /// Decides if more of a page may be read now, and returns the decision with the actions to perform.
    mutating func isReady(_ handle: CrawlPageHandle) -> (Bool, Actions) {
        var actions = Actions()
        let isReady = withPage(handle) { page, state in
            switch page.progress {
            case .reading, .held, .released: break
            // The fetch is being cancelled.
            case .stopped, .setAside: return false
            case .finished, .awaitingRefetch: return true
            }
            if state.frontier.isTurn(of: page.entry) {
                guard page.batchBytes >= state.limits.readyBytes else { return state.markReady(&page) }
                state.hold(&page)
                return false
            }
            // The bytes of a local page are not reported.
            let isShort = !page.isLocal && page.readBytes < state.limits.freeBytes
            if isShort || state.bytes < state.limits.waitingBytes { return state.markReady(&page) }
            if page.progress == .held || state.canHold(page) {
                if page.history == .uninterrupted { page.history = .paused }
                state.hold(&page)
            } else {
                page.progress = .setAside
                if let control = page.control { actions.cancelled.append(control) }
            }
            return false
        }
        // The handle belongs to an earlier, cancelled fetch, whose links are ignored.
        return (isReady ?? true, actions)
    }

    private mutating func markReady(_ page: inout Page) -> Bool {
        if page.progress == .held {
            heldCount -= 1
            page.progress = .reading
        }
        return true
    }

    private mutating func hold(_ page: inout Page) {
        guard page.progress != .held else { return }
        page.progress = .held
        heldCount += 1
    }

    private func canHold(_ page: Page) -> Bool {
        guard !page.isLocal, let host = page.url?.hostname else { return true }
        guard pages.values.count(where: { $0.progress == .held && !$0.isLocal }) < limits.heldPages else {
            return false
        }
        let neighbours = pages.values.count { $0.progress == .held && $0.url?.hostname == host }
        return neighbours < limits.heldPagesPerHost(host)
    }

    mutating func add(_ batch: LinkBatch, at url: WebURL?, of handle: CrawlPageHandle) {
        withPage(handle) { page, state in
            page.url = url
            page.batches.append(batch)
            page.batchBytes += batch.byteCount
            state.bytes += batch.byteCount
        }
    }

    mutating func restart(_ handle: CrawlPageHandle) -> Bool {
        withPage(handle) { page, state in
            guard page.history != .delivered else { return false }
            state.bytes -= page.bytes
            (page.batches, page.batchBytes, page.readBytes) = ([], 0, 0)
            return true
        } ?? true
    }

    mutating func finish(_ ended: Frontier.Page, of handle: CrawlPageHandle) -> Actions {
        var actions = Actions()
        let isTurn = frontier.isTurn(of: handle.entry)
        let mustRefetch = withPage(handle) { page, state -> Bool in
            guard !page.hasEnded else { return false }
            if page.progress == .held { state.heldCount -= 1 }
            page.control = nil
            state.bytes -= page.bytes
            page.readBytes = 0
            // The server may have closed the connection of a paused page, which is then not a failure of the page.
            // Standard input cannot be read again.
            let wasCut = !page.isLocal && ended.failure != nil && page.history == .paused && page.attempt == 0
            guard page.progress != .setAside, !wasCut else {
                page.progress = .awaitingRefetch
                (page.batches, page.batchBytes) = ([], 0)
                return isTurn
            }
            page.progress = .finished
            var ended = ended
            // All links, in the order in which they were found.
            ended.links = page.batches + ended.links
            page.batches = []
            page.batchBytes = ended.links.reduce(0) { $0 + $1.byteCount }
            state.bytes += page.batchBytes
            state.frontier.finish(ended)
            return false
        }
        if mustRefetch == true, !isStopped { refetch(handle.entry.number, &actions) }
        return actions
    }
}
