import Crawling
import Dispatch
import FoundationEssentials
import Synchronization
import Transfer

/// A reader of the local pages of a crawl: it reads files and standard input on threads of its own.
///
/// At most one page for each core is read at a time. A thread also blocks while its page is paused. Such threads are
/// not counted, so that paused pages cannot delay a page before them that is read again.
final class LocalPageReader: Sendable {
    private struct Cancelled: Error {}

    private struct Job {
        var source: PageSource
        var page: CrawlPageHandle
        var control: LocalPageControl
    }

    private struct State {
        var waiting: [Job] = []
        /// The number of threads whose page is not paused.
        var activeCount = 0
    }

    private let harvester: LocalPageHarvester
    private let maximumActiveCount: Int
    private let state = Mutex(State())

    init(harvester: LocalPageHarvester, maximumActiveCount: Int = ProcessInfo.processInfo.activeProcessorCount) {
        self.harvester = harvester
        self.maximumActiveCount = maximumActiveCount
    }

    /// Reads a page; pages are begun in the order of the calls.
    ///
    /// - Parameters:
    ///   - source: A file or standard input.
    ///   - page: The handle that receives the links.
    func read(_ source: PageSource, into page: CrawlPageHandle) {
        let control = LocalPageControl()
        page.attach(control)
        let needsThread = state.withLock { state in
            state.waiting.append(Job(source: source, page: page, control: control))
            guard state.activeCount < maximumActiveCount else { return false }
            state.activeCount += 1
            return true
        }
        if needsThread { startThread() }
    }

    private func startThread() {
        if EngineThread.start({ [self] in run() }) { return }
        DispatchQueue.global().async { [self] in run() }
    }

    /// Reads pages until none waits, or enough other threads are active.
    private func run() {
        while let job = next() { read(job) }
    }

    private func next() -> Job? {
        state.withLock { state in
            guard !state.waiting.isEmpty, state.activeCount <= maximumActiveCount else {
                state.activeCount -= 1
                return nil
            }
            return state.waiting.removeFirst()
        }
    }

    /// Waits until the page may be read further, while another thread reads the next page.
    private func pause(_ control: LocalPageControl) {
        let isReplaced = state.withLock { state in
            if state.waiting.isEmpty { state.activeCount -= 1 }
            return !state.waiting.isEmpty
        }
        if isReplaced { startThread() }
        control.wait()
        state.withLock { $0.activeCount += 1 }
    }

    private func read(_ job: Job) {
        let (page, control) = (job.page, job.control)
        do {
            try harvester.harvest(job.source) { batch in
                page.add(batch, at: nil)
                while !page.isReady, !control.isCancelled { self.pause(control) }
                if control.isCancelled { throw Cancelled() }
            }
            page.finish()
        } catch {
            page.finish(failure: error)
        }
    }
}

/// The flow control of a local page: a thread that waits until the page's receiver is ready again.
private final class LocalPageControl: FlowControl {
    private let semaphore = DispatchSemaphore(value: 0)
    private let cancelled = Atomic<Bool>(false)

    var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

    func wait() { semaphore.wait() }

    func resume() { semaphore.signal() }

    func cancel() {
        cancelled.store(true, ordering: .releasing)
        semaphore.signal()
    }
}
