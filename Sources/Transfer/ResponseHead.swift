package import WHATWGURL

/// The head of the final response; those of followed redirects are not shown.
package struct ResponseHead: Sendable, Hashable {
    /// The status code; 404 and 500 are results like any other.
    package var status: Int

    /// The header fields in their order.
    package var fields: [HTTPField]

    /// The address that answered, after all redirects.
    ///
    /// It has the fragment of the last address that had one.
    package var url: WebURL

    /// The version of HTTP that was spoken, for example `1.1` or `2`.
    package var httpVersion: String

    /// Makes a head.
    ///
    /// - Parameters:
    ///   - status: The status code.
    ///   - fields: The header fields.
    ///   - url: The address that answered.
    ///   - httpVersion: The version of HTTP.
    package init(status: Int, fields: [HTTPField], url: WebURL, httpVersion: String = "1.1") {
        self.status = status
        self.fields = fields
        self.url = url
        self.httpVersion = httpVersion
    }

    /// The first value of a header field.
    ///
    /// - Parameter name: The field's name, in any case.
    package subscript(name: String) -> String? {
        fields.first { $0.isNamed(name) }?.value
    }

    /// All values of a header field.
    ///
    /// - Parameter name: The field's name, in any case.
    /// - Returns: The values in their order.
    package func values(of name: String) -> [String] {
        fields.filter { $0.isNamed(name) }.map(\.value)
    }
}
