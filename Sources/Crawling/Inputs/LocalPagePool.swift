import Dispatch
import Fetching
import LinkHarvest
import Synchronization

/// A pool of threads that harvest local pages ahead of the output.
///
/// The events of the pages are received in the order of the inputs, so that the output does not depend on the number of
/// threads. Memory is bounded by ``LocalPageQueue/Limits``.
final class LocalPagePool: Sendable {
    /// The end of a page whose pool was stopped.
    private struct Stopped: Error {}

    private struct State {
        var queue: LocalPageQueue
        /// True if the receiver is waiting.
        var isReceiverWaiting = false
        /// The threads that are waiting, each with a semaphore of its own.
        var waitingThreads: [DispatchSemaphore] = []

        /// Returns true if the receiver is to be woken.
        mutating func wakesReceiver() -> Bool {
            guard isReceiverWaiting, queue.shouldWake(threadsAreWaiting: !waitingThreads.isEmpty) else { return false }
            isReceiverWaiting = false
            return true
        }
    }

    private let sources: [PageSource]
    private let harvester: LinkHarvester
    private let readFile: LocalFileReader
    private let canReadAhead: @Sendable (PageSource) -> Bool
    private let preparation: @Sendable (PageSource) -> PagePreparation
    private let state: Mutex<State>
    private let receiver = DispatchSemaphore(value: 0)
    private let group = DispatchGroup()

    /// Creates a pool; nothing is read before ``start(threadCount:)``.
    ///
    /// - Parameters:
    ///   - sources: The pages in the order of the output.
    ///   - harvester: Finds the links.
    ///   - limits: The limits on what is kept in memory.
    ///   - readFile: Reads a file in parts.
    ///   - canReadAhead: Returns false for a source that the receiver must read in its turn, such as a named pipe.
    ///   - preparation: Returns the preparation of a page's links.
    init(
        sources: [PageSource], harvester: LinkHarvester, limits: LocalPageQueue.Limits = LocalPageQueue.Limits(),
        readFile: @escaping LocalFileReader, canReadAhead: @escaping @Sendable (PageSource) -> Bool,
        preparation: @escaping @Sendable (PageSource) -> PagePreparation
    ) {
        self.sources = sources
        self.harvester = harvester
        self.readFile = readFile
        self.canReadAhead = canReadAhead
        self.preparation = preparation
        state = Mutex(State(queue: LocalPageQueue(pageCount: sources.count, limits: limits)))
    }

    /// Starts the threads.
    ///
    /// - Returns: False if the system cannot start a single thread.
    func start(threadCount: Int) -> Bool {
        var hasStarted = false
        for _ in 0..<threadCount {
            group.enter()
            if EngineThread.start({ [self] in
                run()
                group.leave()
            }) {
                hasStarted = true
            } else {
                group.leave()
            }
        }
        return hasStarted
    }

    /// The number of threads that wait for the receiver.
    var waitingThreadCount: Int { state.withLock { $0.waitingThreads.count } }

    /// Waits for events, in the order of the inputs.
    ///
    /// Only one thread may call it.
    ///
    /// - Returns: The events; empty at the end.
    func nextEvents() -> [LocalPageQueue.Event] {
        while true {
            let (events, isDone, woken) = state.withLock { state in
                let events = state.queue.removeReady()
                state.isReceiverWaiting = events.isEmpty && !state.queue.isDone
                // Without events, nothing has changed that a thread waits for.
                return (events, state.queue.isDone, events.isEmpty ? [] : state.waitingThreads.popAll())
            }
            for thread in woken { thread.signal() }
            if !events.isEmpty || isDone { return events }
            receiver.wait()
        }
    }

    /// The largest size of all waiting links so far, in bytes.
    var largestByteCount: Int { state.withLock { $0.queue.largestByteCount } }

    /// Ends the threads and waits for them.
    func stop() {
        let woken = state.withLock { state in
            state.queue.stop()
            return state.waitingThreads.popAll()
        }
        for thread in woken { thread.signal() }
        group.wait()
    }

    // MARK: Threads

    private func run() {
        while true {
            var step = LocalPageQueue.Step.end
            waitUntil { queue in
                step = queue.start()
                return step != .wait
            }
            guard case .harvest(let number) = step else { return }
            harvest(number)
        }
    }

    /// Adds an event of a page, and waits until the page may be harvested further.
    private func add(_ event: LocalPageQueue.Event, of number: Int) {
        var added: LocalPageQueue.Event? = event
        waitUntil { queue in
            if let event = added.take() { queue.add(event, of: number) }
            return queue.mayContinue(number)
        }
    }

    /// Waits until a closure returns true, which is called again after the receiver has removed events.
    private func waitUntil(_ attempt: (inout LocalPageQueue) -> Bool) {
        while true {
            let (thread, wakesReceiver) = state.withLock { state -> (DispatchSemaphore?, Bool) in
                var thread: DispatchSemaphore?
                if !attempt(&state.queue) {
                    let semaphore = DispatchSemaphore(value: 0)
                    state.waitingThreads.append(semaphore)
                    thread = semaphore
                }
                return (thread, state.wakesReceiver())
            }
            if wakesReceiver { receiver.signal() }
            guard let thread else { return }
            thread.wait()
        }
    }

    private func harvest(_ number: Int) {
        let source = sources[number]
        guard canReadAhead(source) else { return add(.unread(number), of: number) }
        var preparation = preparation(source)
        let local = LocalPageHarvester(harvester: harvester, readFile: checkedReader(number)) { [self] notice in
            add(.notice(notice), of: number)
        }
        do {
            try local.harvest(source) { [self] batch in
                let part = preparation.prepare(batch)
                // The size is determined before the queue is locked.
                let links = LocalPageQueue.Event.links(
                    part, byteCount: part.byteCount, count: batch.count, hasForgotten: preparation.hasForgotten)
                add(links, of: number)
                if isStopped { throw Stopped() }
            }
            add(.end(number, failure: nil), of: number)
        } catch {
            add(.end(number, failure: error), of: number)
        }
    }

    /// Returns the reader of a file that ends early if the pool is stopped.
    private func checkedReader(_ number: Int) -> LocalFileReader {
        { [self] path, receive in
            try readFile(path) { part in
                if isStopped { throw Stopped() }
                try receive(part)
            }
        }
    }

    private var isStopped: Bool { state.withLock { $0.queue.isStopped } }
}

extension Array {
    /// Removes and returns all elements.
    fileprivate mutating func popAll() -> [Element] {
        defer { self = [] }
        return self
    }
}

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
        case links(PreparedLinks, byteCount: Int, count: Int, hasForgotten: Bool)
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
