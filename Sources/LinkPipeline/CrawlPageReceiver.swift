import Crawling
import LinkHarvest
import PageFetch
import Synchronization
import WHATWGURL

/// The receiver of the links of one page in a crawl.
final class CrawlPageReceiver: LinkBatchReceiver {
    private let page: CrawlPageHandle
    // The links that are found when the page ends; they are delivered together with its end. Nil before that.
    private let lastLinks = Mutex<[LinkBatch]?>(nil)

    init(page: CrawlPageHandle) {
        self.page = page
    }

    var isReady: Bool { page.isReady }

    func receive(_ batch: LinkBatch, at url: WebURL?) {
        let isEnding = lastLinks.withLock { links in
            links?.append(batch)
            return links != nil
        }
        if !isEnding { page.add(batch, at: url) }
    }

    func reportRead(byteCount: Int, at url: WebURL?) { page.reportRead(byteCount: byteCount, at: url) }

    func restart() -> Bool { page.restart() }

    /// Ends the page; the links that were found before a failure are delivered.
    ///
    /// - Parameters:
    ///   - sink: The page's sink.
    ///   - result: The result of the page's fetch.
    func finish(_ sink: PageHarvestSink, after result: Result<PageOutcome, any Error>) {
        lastLinks.withLock { $0 = [] }
        let failure = sink.finish(after: result)
        let links = lastLinks.withLock { $0.take() } ?? []
        page.finish(at: sink.finalURL, links: links, failure: failure)
    }
}
