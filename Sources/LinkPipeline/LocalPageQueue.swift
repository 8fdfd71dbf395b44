import LinkHarvest

/// The state machine of a ``LocalPagePool``: the pages that are harvested ahead, in the order of the inputs.
struct LocalPageQueue {
    /// The limits on what is kept in memory.
    struct Limits {
        /// The size of waiting links, in bytes, above which the pages after the current one are paused.
        var waitingBytes = 32 << 20
        /// The size of the current page's waiting links, in bytes, above which it is paused.
        var readyBytes = 4 << 20
        /// The maximum number of pages that are harvested or wait.
        var window = 256
        /// The size of waiting links, in bytes, at which they are worth waking the receiver.
        ///
        /// The receiver is not woken for each small page.
        var wakingBytes = 1 << 16
    }

    /// A step of the output, in the order of the inputs.
    enum Event: Sendable {
        /// Links of a page, their memory size, and their number before the selection.
        case links(LinkPart, byteCount: Int, count: Int, hasForgotten: Bool)
        /// A problem that does not end its page, or the counts of a web archive.
        case notice(HarvestNotice)
        /// A page that the receiver must harvest itself, because it cannot be read ahead.
        case unread(Int)
        /// The end of a page, with its failure.
        case end(Int, failure: (any Error)?)
    }

    /// The next step of a thread.
    enum Step: Equatable {
        /// Harvest the page with this number.
        case harvest(Int)
        /// Wait for the receiver.
        case wait
        /// All pages were started, or the pool was stopped.
        case end
    }

    private struct Page {
        var events: [Event] = []
        var byteCount = 0
        var hasEnded = false
    }

    private let pageCount: Int
    private let limits: Limits
    private var pages: [Int: Page] = [:]
    private var nextToStart = 0
    /// The number of the page whose events are passed on as they arrive.
    private var current = 0
    /// The size of all waiting links in bytes.
    private(set) var byteCount = 0 {
        didSet { largestByteCount = max(largestByteCount, byteCount) }
    }
    /// The largest size of all waiting links so far.
    private(set) var largestByteCount = 0
    private(set) var isStopped = false

    /// Creates the queue of the pages from 0 to a number.
    init(pageCount: Int, limits: Limits) {
        self.pageCount = pageCount
        self.limits = limits
    }

    /// True if all events were received.
    var isDone: Bool { isStopped || current == pageCount }

    /// Returns true if there are events that are worth waking the receiver, or that a thread waits for.
    func shouldWake(threadsAreWaiting: Bool) -> Bool {
        guard isReady else { return isDone }
        return threadsAreWaiting || byteCount >= limits.wakingBytes || nextToStart == pageCount
    }

    /// True if there are events of the current page.
    private var isReady: Bool { pages[current].map { $0.hasEnded || !$0.events.isEmpty } ?? false }

    /// Returns the next step of a thread.
    mutating func start() -> Step {
        if isStopped || nextToStart == pageCount { return .end }
        let isFull = nextToStart - current >= limits.window || byteCount >= limits.waitingBytes
        if isFull, nextToStart > current { return .wait }
        defer { nextToStart += 1 }
        pages[nextToStart] = Page()
        return .harvest(nextToStart)
    }

    /// Adds an event of a page.
    mutating func add(_ event: Event, of number: Int) {
        guard !isStopped, var page = pages.removeValue(forKey: number) else { return }
        defer { pages[number] = page }
        page.events.append(event)
        switch event {
        case .links(_, let size, _, _):
            page.byteCount += size
            byteCount += size
        case .notice(let notice):
            page.byteCount += notice.byteCount
            byteCount += notice.byteCount
        case .end, .unread: page.hasEnded = true
        }
    }

    /// Returns true if a page may be harvested further, or has ended.
    func mayContinue(_ number: Int) -> Bool {
        guard !isStopped, let page = pages[number], !page.hasEnded else { return true }
        return number == current ? page.byteCount < limits.readyBytes : byteCount < limits.waitingBytes
    }

    /// Removes and returns all events up to the first page that has not ended.
    mutating func removeReady() -> [Event] {
        var events: [Event] = []
        while let page = pages.removeValue(forKey: current) {
            events += page.events
            byteCount -= page.byteCount
            guard page.hasEnded else {
                pages[current] = Page()
                break
            }
            current += 1
        }
        return events
    }

    /// Discards everything; the threads end.
    mutating func stop() {
        isStopped = true
        pages = [:]
        byteCount = 0
    }
}

extension HarvestNotice {
    /// The approximate memory size in bytes.
    fileprivate var byteCount: Int {
        switch self {
        case .warning(let line): line.utf8.count
        case .reading(let reading): 128 + reading.source.utf8.count
        case .damagedRecord(let record): record.description.utf8.count
        case .archive: 0
        }
    }
}
