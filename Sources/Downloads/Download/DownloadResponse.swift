import DownloadQueue
package import Transfer
package import WHATWGURL

/// The head of a response to one of a download's requests.
package struct DownloadResponse: Sendable, Hashable {
    /// The requested URL.
    package var url: WebURL

    /// The value of the request's Range field; nil if the whole file was requested.
    package var range: String?

    /// The head of the response.
    package var head: ResponseHead
}

extension PartialDownload {
    /// Passes the head of a response to ``DownloadOptions/onResponse``.
    ///
    /// - Parameters:
    ///   - head: The head of the response.
    ///   - range: The requested bytes.
    ///   - end: The end of the requested bytes; nil for all that follow.
    func report(_ head: ResponseHead, to range: RangeRequest, until end: Int64? = nil) {
        guard let onResponse = options.onResponse else { return }
        onResponse(DownloadResponse(url: item.url, range: range.range(to: end), head: head))
    }
}
