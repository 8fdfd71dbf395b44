import Dispatch
import Fetching
import LinkHarvest
import Synchronization

/// A function that reads a file, or standard input for the path `-`, and passes its bytes on in parts.
package typealias LocalFileReader =
    @Sendable (InputPath, _ receive: (UnsafeBufferPointer<UInt8>) throws -> Void) throws -> Void

/// A harvester of files and standard input, which reads a page in parts.
struct LocalPageHarvester: Sendable {
    let harvester: LinkHarvester
    private let readFile: LocalFileReader
    let notify: @Sendable (HarvestNotice) -> Void

    /// Creates a harvester.
    ///
    /// - Parameters:
    ///   - harvester: Finds the links.
    ///   - readFile: Reads files and standard input, and throws errors of its own.
    ///   - notify: Receives problems that do not end a page, and the counts of web archives.
    init(
        harvester: LinkHarvester, readFile: @escaping LocalFileReader,
        notify: @escaping @Sendable (HarvestNotice) -> Void
    ) {
        self.harvester = harvester
        self.readFile = readFile
        self.notify = notify
    }

    /// Reads a local page and delivers its links as they are found.
    ///
    /// - Parameters:
    ///   - source: A file or standard input; for a URL, nothing is delivered.
    ///   - deliver: Receives the links.
    /// - Throws: ``LinkPipelineError/empty(source:)``, `LinkHarvestError`, and errors of the reader and of `deliver`.
    package func harvest(_ source: PageSource, deliver: @escaping (LinkBatch) throws -> Void) throws {
        let path: InputPath
        var description = DocumentHarvest.Description(source: source.name)
        switch source {
        case .url, .archive: return
        case .file(let file):
            path = file
            description.name = file.text
            description.url = source.baseURL
        case .standardInput: path = InputPath("-")
        }
        description.isArchive = source.isArchive
        let page = harvester.begin(description, notify: notify, deliver: deliver)
        var isEmpty = true
        try readFile(path) { part in
            isEmpty = false
            try page.receive(part)
        }
        try page.finish()
        if isEmpty { throw LinkPipelineError.empty(source: source.name) }
    }
}

/// A reader of the local pages of a crawl: it reads files and standard input on threads of its own.
///
/// A limited number of files are read at a time. A paused page frees its place for the next one.
///
/// A source that cannot be read ahead, such as a named pipe, needs no place and is opened at once, because its writer
/// may wait until another pipe is read too.
final class LocalPageReader: Sendable {
    private struct Cancelled: Error {}

    private struct Job {
        var source: PageSource
        var page: CrawlPageHandle
        var control: LocalPageControl
        /// True if the page is only read in one of the limited places.
        var needsPlace: Bool
    }

    private struct State {
        var waiting: [Job] = []
        /// The threads whose page was resumed, and which wait for a place.
        var resumed: [DispatchSemaphore] = []
        /// The number of places that are taken; less than the maximum only if nothing waits for one.
        var activeCount = 0
        var pausedCount = 0
    }

    private let harvester: LocalPageHarvester
    private let maximumActiveCount: Int
    private let canReadAhead: @Sendable (PageSource) -> Bool
    private let state = Mutex(State())

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - harvester: Reads the pages.
    ///   - maximumActiveCount: The maximum number of files that are read at a time.
    ///   - canReadAhead: Returns false for a source that needs no place.
    init(
        harvester: LocalPageHarvester, maximumActiveCount: Int,
        canReadAhead: @escaping @Sendable (PageSource) -> Bool
    ) {
        self.harvester = harvester
        self.maximumActiveCount = maximumActiveCount
        self.canReadAhead = canReadAhead
    }

    /// The number of pages that are paused.
    var pausedCount: Int { state.withLock { $0.pausedCount } }

    /// Reads a page; files are begun in the order of the calls.
    ///
    /// - Parameters:
    ///   - source: A file or standard input.
    ///   - page: The handle that receives the links.
    func read(_ source: PageSource, into page: CrawlPageHandle) {
        let control = LocalPageControl()
        page.attach(control)
        let job = Job(source: source, page: page, control: control, needsPlace: canReadAhead(source))
        guard job.needsPlace else { return startThread { [self] in harvest(job) } }
        let hasPlace = state.withLock { state in
            guard state.activeCount < maximumActiveCount else {
                state.waiting.append(job)
                return false
            }
            state.activeCount += 1
            return true
        }
        if hasPlace { startThread { [self] in run(job) } }
    }

    private func startThread(_ body: @escaping @Sendable () -> Void) {
        if EngineThread.start(body) { return }
        DispatchQueue.global().async { body() }
    }

    /// Reads a page and then others until the place is needed elsewhere, or no longer.
    private func run(_ job: Job) {
        harvest(job)
        while let job = passOnPlace() { harvest(job) }
    }

    /// Passes a place on to a resumed page.
    ///
    /// - Returns: The page to read in the place if no resumed page waits for it; nil if none waits at all.
    private func passOnPlace() -> Job? {
        let (job, resumed) = state.withLock { state -> (Job?, DispatchSemaphore?) in
            if !state.resumed.isEmpty { return (nil, state.resumed.removeFirst()) }
            if !state.waiting.isEmpty { return (state.waiting.removeFirst(), nil) }
            state.activeCount -= 1
            return (nil, nil)
        }
        resumed?.signal()
        return job
    }

    private func waitForPlace() {
        let place = state.withLock { state -> DispatchSemaphore? in
            guard state.activeCount >= maximumActiveCount else {
                state.activeCount += 1
                return nil
            }
            let place = DispatchSemaphore(value: 0)
            state.resumed.append(place)
            return place
        }
        place?.wait()
    }

    /// Waits until the page is resumed or cancelled, while another page is read in its place.
    private func pause(_ job: Job) {
        state.withLock { $0.pausedCount += 1 }
        if job.needsPlace, let next = passOnPlace() { startThread { [self] in run(next) } }
        job.control.wait()
        state.withLock { $0.pausedCount -= 1 }
        if job.needsPlace { waitForPlace() }
    }

    /// Waits until more of the page may be read.
    ///
    /// - Throws: `Cancelled`.
    private func waitUntilReady(_ job: Job) throws {
        while !job.control.isCancelled, !job.page.isReady { pause(job) }
        if job.control.isCancelled { throw Cancelled() }
    }

    private func harvest(_ job: Job) {
        do {
            if job.control.isCancelled { throw Cancelled() }
            if job.needsPlace { try waitUntilReady(job) }
            try harvester.harvest(job.source) { [self] batch in
                job.page.add(batch, at: nil)
                try waitUntilReady(job)
            }
            job.page.finish()
        } catch {
            job.page.finish(failure: error)
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
