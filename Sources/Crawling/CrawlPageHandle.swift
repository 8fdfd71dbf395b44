package import LinkHarvest
package import Transfer
package import WHATWGURL

/// One page on its way into a crawl, for whoever fetches and harvests it.
///
/// What comes of the page is handed on at once when it is the page's turn, and waits within a bound until then.
package struct CrawlPageHandle: Sendable {
    /// Which page it is.
    package let entry: Frontier.Entry

    let run: CrawlRun
    // Tells a page that is fetched anew from the fetch that was given up.
    let attempt: Int

    /// Attaches the stream that the page is read from, once it has been started.
    ///
    /// - Parameter control: The stream; the page ends as failed when it is cancelled.
    package func attach(_ control: any FlowControl) {
        run.attach(control, to: self)
    }

    /// Counts bytes of a long page that have been read; short ones need not be counted.
    ///
    /// - Parameters:
    ///   - byteCount: How many.
    ///   - url: The address that answered.
    package func note(byteCount: Int, at url: WebURL?) {
        run.note(byteCount: byteCount, at: url, of: self)
    }

    /// Whether more of the page may be read; when not, the stream is resumed later.
    package var isReady: Bool { run.isReady(self) }

    /// Hands links on before the page has come to its end.
    ///
    /// - Parameters:
    ///   - batch: The links.
    ///   - url: The address that answered.
    package func add(_ batch: LinkBatch, at url: WebURL?) {
        run.add(batch, at: url, of: self)
    }

    /// Takes back what was handed on.
    ///
    /// - Returns: False when somebody has seen it.
    package func restart() -> Bool {
        run.restart(self)
    }

    /// Ends the page.
    ///
    /// - Parameters:
    ///   - url: The address that answered; nil when nothing did.
    ///   - links: The links that remain.
    ///   - failure: Why there is no page, or not all of it.
    package func finish(at url: WebURL? = nil, links: [LinkBatch] = [], failure: (any Error)? = nil) {
        run.finish(Frontier.Page(entry: entry, finalURL: url, links: links, failure: failure), of: self)
    }
}
