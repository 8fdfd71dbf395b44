package import Transfer
package import WHATWGURL

/// What a response says before its body.
package struct PageHead: Sendable, Hashable {
    /// The address that answered, after all redirects.
    package var url: WebURL

    /// The address that was asked for.
    package var requestedURL: WebURL

    /// The status code.
    package var status: Int

    /// The header fields of the final response.
    package var fields: [HTTPField]

    /// The redirects that led there, in their order.
    package var hops: [RedirectHop]

    /// True when the body comes from the cache.
    package var isFromCache: Bool

    /// The value of Content-Type as it was sent; nil when there was none.
    package var contentType: String? { fields.first { $0.isNamed("Content-Type") }?.value }

    /// True for the status codes of success, 200 to 299.
    package var isSuccess: Bool { (200..<300).contains(status) }

    /// Makes a head of its parts.
    package init(
        url: WebURL, requestedURL: WebURL, status: Int, fields: [HTTPField] = [], hops: [RedirectHop] = [],
        isFromCache: Bool = false
    ) {
        self.url = url
        self.requestedURL = requestedURL
        self.status = status
        self.fields = fields
        self.hops = hops
        self.isFromCache = isFromCache
    }
}
