package import HTTPSyntax
import Transfer
package import WHATWGURL

/// A page in memory, with any status code.
package struct FetchedPage: Sendable, Hashable {
    /// The URL of the final response, after all redirects.
    package var url: WebURL

    /// The URL that was requested.
    package var requestedURL: WebURL

    /// The status code.
    package var status: Int

    /// The value of Content-Type as it was sent; nil if there was none.
    package var contentType: String?

    /// The header fields of the final response.
    package var fields: [HTTPField]

    /// The body, decompressed.
    package var body: [UInt8]

    /// True for a status code of success, 200 to 299.
    package var isSuccess: Bool { (200..<300).contains(status) }

    /// Creates a page.
    package init(
        url: WebURL, requestedURL: WebURL, status: Int, contentType: String?, fields: [HTTPField], body: [UInt8]
    ) {
        self.url = url
        self.requestedURL = requestedURL
        self.status = status
        self.contentType = contentType
        self.fields = fields
        self.body = body
    }
}
