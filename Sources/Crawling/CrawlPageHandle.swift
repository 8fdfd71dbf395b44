package import LinkHarvest
package import Transfer
package import WHATWGURL

/// A handle through which the fetcher of one page delivers the page's links to a crawl.
///
/// The links are kept in memory, up to a limit, until all earlier pages have been returned. From then on, they are
/// passed on at once.
package struct CrawlPageHandle: Sendable {
    /// The page in the order of the crawl.
    package let entry: Frontier.Entry

    let run: CrawlRun
    // The number of the fetch, which distinguishes a fetch from an earlier, cancelled one of the same page.
    let attempt: Int

    /// Attaches the stream from which the page is read, after the stream has been started.
    ///
    /// - Parameter control: The stream. After the crawl has cancelled it, the page must be finished with a failure.
    package func attach(_ control: any FlowControl) {
        run.attach(control, to: self)
    }

    /// Reports bytes of a long page that have been read; short pages need not be reported.
    ///
    /// - Parameters:
    ///   - byteCount: The number of bytes since the last report.
    ///   - url: The URL of the response.
    package func reportRead(byteCount: Int, at url: WebURL?) {
        run.reportRead(byteCount: byteCount, at: url, of: self)
    }

    /// True if more of the page may be read now.
    ///
    /// If it is false, the attached stream is resumed later.
    package var isReady: Bool { run.isReady(self) }

    /// Delivers links before the end of the page.
    ///
    /// - Parameters:
    ///   - batch: The next links in document order.
    ///   - url: The URL of the response.
    package func add(_ batch: LinkBatch, at url: WebURL?) {
        run.add(batch, at: url, of: self)
    }

    /// Discards the links delivered so far, because the page is fetched again.
    ///
    /// - Returns: False if some of them have already been passed on.
    package func restart() -> Bool {
        run.restart(self)
    }

    /// Ends the page.
    ///
    /// - Parameters:
    ///   - url: The URL of the response; nil if there was none.
    ///   - links: The links that were not delivered yet.
    ///   - failure: The error, if the page is missing or incomplete.
    package func finish(at url: WebURL? = nil, links: [LinkBatch] = [], failure: (any Error)? = nil) {
        run.finish(Frontier.Page(entry: entry, finalURL: url, links: links, failure: failure), of: self)
    }
}
