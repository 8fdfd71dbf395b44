import Crawling
import Dispatch
import Synchronization
import Transfer

/// A reader of the local pages of a crawl: it reads files and standard input on its own threads, one for each core.
final class LocalPageReader: Sendable {
    private struct Cancelled: Error {}

    private let harvester: LocalPageHarvester
    private let queue = DispatchQueue(label: "leftoff.local-pages", attributes: .concurrent)

    init(harvester: LocalPageHarvester) {
        self.harvester = harvester
    }

    /// Reads a page; pages are begun in the order of the calls.
    ///
    /// - Parameters:
    ///   - source: A file or standard input.
    ///   - page: The handle that receives the links.
    func read(_ source: PageSource, into page: CrawlPageHandle) {
        let control = LocalPageControl()
        page.attach(control)
        queue.async { [harvester] in
            do {
                try harvester.harvest(source) { batch in
                    page.add(batch, at: nil)
                    while !page.isReady, !control.isCancelled { control.wait() }
                    if control.isCancelled { throw Cancelled() }
                }
                page.finish()
            } catch {
                page.finish(failure: error)
            }
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
