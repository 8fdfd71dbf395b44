import Crawling
import Dispatch
import Synchronization

/// Reads files and standard input, one after the other on a thread of their own, for a run that fetches pages too.
final class LocalPages: Sendable {
    private struct Stopped: Error {}

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
        let bell = DispatchSemaphore(value: 0)
        let stopped = StopMark()
        flow.attach(
            CrawlPageHandle.Control(
                resume: { bell.signal() },
                cancel: {
                    stopped.set()
                    bell.signal()
                }))
        queue.async { [loader] in
            do {
                try loader.load(source) { batch in
                    flow.add(batch, at: nil)
                    while !flow.isReady, !stopped.isSet { bell.wait() }
                    if stopped.isSet { throw Stopped() }
                }
                flow.finish()
            } catch {
                flow.finish(failure: error)
            }
        }
    }
}

/// Says once and for all that something is over.
private final class StopMark: Sendable {
    private let mark = Atomic<Bool>(false)

    var isSet: Bool { mark.load(ordering: .acquiring) }

    func set() { mark.store(true, ordering: .releasing) }
}
