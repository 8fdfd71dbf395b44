package import Transfer
package import WHATWGURL

/// A page as it was fetched, whatever its status.
package struct FetchedPage: Sendable, Hashable {
    /// The address that answered, after all redirects.
    package var url: WebURL

    /// The address that was asked for.
    package var requestedURL: WebURL

    /// The status code.
    package var status: Int

    /// The value of Content-Type as it was sent; nil when there was none.
    package var contentType: String?

    /// The header fields of the final response.
    package var fields: [HTTPField]

    /// The body, decompressed.
    package var body: [UInt8]

    /// True for the status codes of success, 200 to 299.
    package var isSuccess: Bool { (200..<300).contains(status) }

    /// Makes a page.
    ///
    /// - Parameters:
    ///   - url: The address that answered.
    ///   - requestedURL: The address that was asked for.
    ///   - status: The status code.
    ///   - contentType: The value of Content-Type.
    ///   - fields: The header fields.
    ///   - body: The body, decompressed.
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
