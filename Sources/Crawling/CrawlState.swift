import LinkHarvest
import Transfer
import WHATWGURL

/// What is known of the pages of a ``CrawlRun`` that are under way: decides who goes on, who waits and who is stopped.
struct CrawlState {
    /// What is to be done once the state is not locked any more.
    struct Actions {
        var started: [(entry: Frontier.Entry, attempt: Int)] = []
        var resumed: [any FlowControl] = []
        var cancelled: [any FlowControl] = []
    }

    /// A page that was started and not been taken in.
    private struct Page {
        let entry: Frontier.Entry
        var attempt = 0
        var control: (any FlowControl)?
        var url: WebURL?
        var batches: [LinkBatch] = []
        var batchBytes = 0
        var readBytes = 0
        var isHeld = false
        /// True once it waited before its turn: then a server may have lost its patience.
        var wasHeld = false
        /// True when somebody has seen links of it.
        var isSeen = false
        var isFinished = false
        /// True when it is to be fetched anew in its turn.
        var isSetAside = false
        var isCancelled = false
        var isResumed = false

        var bytes: Int { batchBytes + readBytes }
    }

    var frontier: Frontier
    var waiter: CheckedContinuation<Void, Never>?
    var isWoken = false
    private(set) var isStopped = false
    private let limits: CrawlRun.Limits
    private var pages: [Int: Page] = [:]
    /// What all pages have read and found by now, in bytes.
    private var bytes = 0
    private var heldCount = 0

    init(frontier: Frontier, limits: CrawlRun.Limits) {
        self.frontier = frontier
        self.limits = limits
    }

    // MARK: For who takes pages

    func hasNext(waitsForPages: Bool) -> Bool {
        if isWoken { return true }
        guard waitsForPages else { return false }
        return frontier.hasFinished || pages[frontier.takenCount]?.batches.isEmpty == false
    }

    /// The next event, whether there will be none, and what is to be done.
    mutating func next(waitsForPages: Bool) -> (event: CrawlRun.Event?, isDone: Bool, actions: Actions) {
        var actions = Actions()
        guard !isStopped else { return (nil, true, actions) }
        if isWoken {
            isWoken = false
            return (.woken, false, actions)
        }
        guard waitsForPages else { return (nil, false, actions) }
        while let (batch, entry, url) = takeBatch(&actions) {
            if frontier.look(into: batch, at: url) { return (.links(batch, of: entry, at: url), false, actions) }
        }
        let taken = frontier.take()
        if let taken { forget(taken.page.entry.number, &actions) }
        startPages(&actions)
        return (taken.map { .page($0.page, $0.step) }, taken == nil && frontier.isDone, actions)
    }

    mutating func stop() -> Actions {
        var actions = Actions()
        isStopped = true
        for (number, page) in pages where !page.isFinished {
            if let control = page.control { actions.cancelled.append(control) }
            pages[number]?.isCancelled = true
        }
        return actions
    }

    /// Takes the oldest links of the page whose turn it is.
    private mutating func takeBatch(_ actions: inout Actions) -> (LinkBatch, Frontier.Entry, WebURL?)? {
        let number = frontier.takenCount
        guard var page = pages.removeValue(forKey: number) else { return nil }
        defer { pages[number] = page }
        guard !page.batches.isEmpty else { return nil }
        let batch = page.batches.removeFirst()
        bytes -= batch.byteCount
        page.batchBytes -= batch.byteCount
        page.isSeen = true
        if page.batchBytes < limits.readyBytes { release(&page, &actions) }
        return (batch, page.entry, page.url)
    }

    /// Gives up what is known of a page that was taken in, and lets others go on.
    private mutating func forget(_ number: Int, _ actions: inout Actions) {
        if let page = pages.removeValue(forKey: number) {
            bytes -= page.bytes
            if page.isHeld { heldCount -= 1 }
        }
        let next = frontier.takenCount
        if pages[next]?.isSetAside == true, pages[next]?.isFinished == true { startAnew(next, &actions) }
        if var page = pages[next], page.isHeld {
            release(&page, &actions)
            pages[next] = page
        }
        guard heldCount > 0, bytes < limits.waitingBytes / 2 else { return }
        for number in pages.keys.sorted() {
            guard var page = pages[number], page.isHeld else { continue }
            release(&page, &actions)
            pages[number] = page
        }
    }

    private mutating func release(_ page: inout Page, _ actions: inout Actions) {
        guard page.isHeld else { return }
        page.isHeld = false
        heldCount -= 1
        if let control = page.control { actions.resumed.append(control) } else { page.isResumed = true }
    }

    private mutating func startPages(_ actions: inout Actions) {
        guard !frontier.isNearlyFull else { return }
        while bytes < limits.waitingBytes || pages.isEmpty, let entry = frontier.next() {
            pages[entry.number] = Page(entry: entry)
            actions.started.append((entry, 0))
        }
    }

    private mutating func startAnew(_ number: Int, _ actions: inout Actions) {
        guard let old = pages[number] else { return }
        bytes -= old.bytes
        var page = Page(entry: old.entry)
        page.attempt = old.attempt + 1
        pages[number] = page
        actions.started.append((page.entry, page.attempt))
    }

    // MARK: For pages

    func isTurn(of flow: CrawlPageHandle) -> Bool { flow.entry.number == frontier.takenCount }

    /// Changes what is known of a page, unless the flow is an earlier fetch of it.
    @discardableResult
    private mutating func withPage<Result>(
        _ flow: CrawlPageHandle, _ body: (inout Page, inout CrawlState) -> Result
    ) -> Result? {
        let number = flow.entry.number
        guard var page = pages.removeValue(forKey: number) else { return nil }
        defer { pages[number] = page }
        guard page.attempt == flow.attempt else { return nil }
        return body(&page, &self)
    }

    mutating func attach(_ control: any FlowControl, to flow: CrawlPageHandle) -> Actions {
        var actions = Actions()
        withPage(flow) { page, _ in
            guard !page.isFinished else { return }
            page.control = control
            if page.isResumed { actions.resumed.append(control) }
            if page.isCancelled { actions.cancelled.append(control) }
        }
        return actions
    }

    mutating func note(byteCount: Int, at url: WebURL?, of flow: CrawlPageHandle) {
        withPage(flow) { page, state in
            page.url = url
            page.readBytes += byteCount
            state.bytes += byteCount
        }
    }

    mutating func isReady(_ flow: CrawlPageHandle) -> (Bool, Actions) {
        var actions = Actions()
        let isReady = withPage(flow) { page, state in
            if state.isTurn(of: flow) {
                guard page.batchBytes >= state.limits.readyBytes else { return state.goOn(&page) }
                state.hold(&page)
                return false
            }
            if page.readBytes < state.limits.freeBytes || state.bytes < state.limits.waitingBytes {
                return state.goOn(&page)
            }
            if state.mayHold(page) {
                page.wasHeld = true
                state.hold(&page)
            } else {
                page.isSetAside = true
                page.isCancelled = true
                if let control = page.control { actions.cancelled.append(control) }
            }
            return false
        }
        return (isReady ?? true, actions)
    }

    private mutating func goOn(_ page: inout Page) -> Bool {
        if page.isHeld { heldCount -= 1 }
        page.isHeld = false
        return true
    }

    private mutating func hold(_ page: inout Page) {
        guard !page.isHeld else { return }
        page.isHeld = true
        heldCount += 1
    }

    private func mayHold(_ page: Page) -> Bool {
        // What is no address has no connection.
        guard let host = page.url?.hostname, page.entry.url != nil else { return true }
        guard heldCount < limits.heldPages else { return false }
        let neighbours = pages.values.count { $0.isHeld && $0.url?.hostname == host }
        return neighbours < limits.heldPagesPerHost(host)
    }

    mutating func add(_ batch: LinkBatch, at url: WebURL?, of flow: CrawlPageHandle) {
        withPage(flow) { page, state in
            page.url = url
            page.batches.append(batch)
            page.batchBytes += batch.byteCount
            state.bytes += batch.byteCount
        }
    }

    mutating func restart(_ flow: CrawlPageHandle) -> Bool {
        withPage(flow) { page, state in
            guard !page.isSeen else { return false }
            state.bytes -= page.bytes
            (page.batches, page.batchBytes, page.readBytes) = ([], 0, 0)
            return true
        } ?? true
    }

    mutating func finish(_ ended: Frontier.Page, of flow: CrawlPageHandle) -> Actions {
        var actions = Actions()
        let isTurn = isTurn(of: flow)
        let isAnew = withPage(flow) { page, state -> Bool in
            guard !page.isFinished else { return false }
            if page.isHeld { state.heldCount -= 1 }
            (page.isHeld, page.isFinished, page.control) = (false, true, nil)
            // Who had to wait may have been given up by the server; that is no failure of the page.
            if ended.failure != nil, page.wasHeld, !page.isSeen, page.attempt == 0 { page.isSetAside = true }
            state.bytes -= page.bytes
            page.readBytes = 0
            guard !page.isSetAside else {
                (page.batches, page.batchBytes) = ([], 0)
                return isTurn
            }
            var ended = ended
            // In the order in which they were found.
            ended.links = page.batches + ended.links
            page.batches = []
            page.batchBytes = ended.links.reduce(0) { $0 + $1.byteCount }
            state.bytes += page.batchBytes
            _ = state.frontier.finish(ended)
            return false
        }
        if isAnew == true, !isStopped { startAnew(flow.entry.number, &actions) }
        return actions
    }
}
