package import HTTPSyntax
package import Transfer
package import WHATWGURL

/// The head of a page's response.
package struct PageHead: Sendable, Hashable {
    /// The URL of the final response, after all redirects.
    package var url: WebURL

    /// The URL that was requested.
    package var requestedURL: WebURL

    /// The status code.
    package var status: Int

    /// The header fields of the final response.
    package var fields: [HTTPField]

    /// The redirects that were followed, in order.
    package var hops: [RedirectHop]

    /// True if the response comes from the cache.
    package var isFromCache: Bool

    /// The media type with its parameters, from all Content-Type fields; nil if none of them has a valid one.
    package var contentType: String? {
        MediaType.extract(from: fields.lazy.filter { $0.isNamed("Content-Type") }.map(\.value))?.description
    }

    /// True for a status code of success, 200 to 299.
    package var isSuccess: Bool { (200..<300).contains(status) }

    /// Creates a head.
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
