import LinkHarvest
import WHATWGURL

/// A receiver of the links of one page while the page is being fetched.
protocol LinkBatchReceiver: Sendable {
    /// Receives links in document order.
    ///
    /// - Parameters:
    ///   - batch: The next links.
    ///   - url: The URL of the response.
    func receive(_ batch: LinkBatch, at url: WebURL?)

    /// Reports bytes of a long page that have been read.
    ///
    /// - Parameters:
    ///   - byteCount: The number of bytes since the last report.
    ///   - url: The URL of the response.
    func reportRead(byteCount: Int, at url: WebURL?)

    /// True if more of the page may be read now.
    var isReady: Bool { get }

    /// Discards the links received so far, because the page is fetched again.
    ///
    /// - Returns: False if they can no longer be discarded.
    func restart() -> Bool
}
