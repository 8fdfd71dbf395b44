import DownloadQueue
package import Transfer
package import WHATWGURL

/// What a server has answered to one of a download's requests.
package struct DownloadResponse: Sendable, Hashable {
    /// The address that was asked for.
    package var url: WebURL

    /// The value of the request's Range field; nil when the whole was asked for.
    package var range: String?

    /// The head of the answer.
    package var head: ResponseHead
}

extension PartialDownload {
    /// Tells whoever looks on what a server has answered.
    ///
    /// - Parameters:
    ///   - head: The head of the answer.
    ///   - ask: What was asked for.
    ///   - end: The end of the wanted bytes; nil for all the rest.
    func tell(_ head: ResponseHead, to ask: RangeRequest, until end: Int64? = nil) {
        guard let listen = options.onAnswer else { return }
        listen(DownloadResponse(url: item.url, range: ask.range(to: end), head: head))
    }
}
