package import HTTPSyntax
package import WHATWGURL

/// The head of the final response, after all redirects.
package struct ResponseHead: Sendable, Hashable {
    /// The status code.
    package var status: Int

    /// The header fields in the order in which they were sent.
    package var fields: [HTTPField]

    /// The URL of the last request, after all redirects.
    ///
    /// It has the fragment of the last URL that had a fragment.
    package var url: WebURL

    /// The version of HTTP, for example `1.1` or `2`.
    package var httpVersion: String

    /// True if the transfer has used a connection to a public address, for this response or for an earlier redirect.
    ///
    /// It is false for a request without a policy for addresses.
    package var hasReachedPublic = false

    /// Creates a head.
    package init(status: Int, fields: [HTTPField], url: WebURL, httpVersion: String = "1.1") {
        self.status = status
        self.fields = fields
        self.url = url
        self.httpVersion = httpVersion
    }

    /// The value of the first header field with a name, ignoring case.
    package subscript(name: String) -> String? {
        fields.first { $0.isNamed(name) }?.value
    }

    /// Returns the values of all header fields with a name, ignoring case.
    package func values(of name: String) -> [String] {
        fields.filter { $0.isNamed(name) }.map(\.value)
    }
}
