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
    /// Returns the plan for a response, which is not accepted if it is a page instead of a part of the promised file.
    ///
    /// - Parameters:
    ///   - head: The head of the response.
    ///   - range: The requested bytes.
    ///   - disk: The bytes on disk.
    /// - Returns: The plan.
    func plan(_ head: ResponseHead, for range: RangeRequest, disk: PartialContent) -> ResponsePlan {
        let plan = ResponsePlan.decide(head: head, range: range, disk: disk, now: journal.now)
        // A whole body is examined, because its type may be wrong. So may that of the bytes on disk.
        guard case .resume = plan, !disk.isPage, let failure = PageGuard(item, disk: disk).failure(ofPart: head) else {
            return plan
        }
        return .fail(failure, retryAfter: nil)
    }

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
