import Crawling
import Dispatch
import Synchronization
import Transfer

/// Reads files and standard input, one after the other on a thread of their own, for a run that fetches pages too.
final class LocalPages: Sendable {
    private struct Cancelled: Error {}

    private let loader: PageLoader
    private let queue = DispatchQueue(label: "leftoff.local-pages")

    /// Makes a reader.
    ///
    /// - Parameter loader: Reads and harvests.
    init(loader: PageLoader) {
        self.loader = loader
    }

    /// Reads a page, in its turn after those before it.
    ///
    /// - Parameters:
    ///   - source: The page.
    ///   - flow: Takes the links.
    func read(_ source: PageSource, into flow: CrawlPageHandle) {
        let control = LocalPageControl()
        flow.attach(control)
        queue.async { [loader] in
            do {
                try loader.load(source) { batch in
                    flow.add(batch, at: nil)
                    while !flow.isReady, !control.isCancelled { control.wait() }
                    if control.isCancelled { throw Cancelled() }
                }
                flow.finish()
            } catch {
                flow.finish(failure: error)
            }
        }
    }
}

/// Pauses the thread that reads a local page until the crawl resumes or cancels the page.
private final class LocalPageControl: FlowControl {
    private let semaphore = DispatchSemaphore(value: 0)
    private let cancelled = Atomic<Bool>(false)

    var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

    /// Blocks the thread until the page is resumed or cancelled.
    func wait() {
        semaphore.wait()
    }

    func resume() {
        semaphore.signal()
    }

    func cancel() {
        cancelled.store(true, ordering: .releasing)
        semaphore.signal()
    }
}
