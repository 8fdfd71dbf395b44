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

    /// The URLs of the earlier requests, whose responses were redirects, in order.
    package var redirects: [WebURL] = []

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

    /// The content codings that the body is decoded from if the request accepts compression, in the order in which
    /// they were applied and in lower case.
    ///
    /// It is empty if one of them is unknown: then the body is used as it is (Fetch, "handle content codings").
    package var decodableCodings: [String] {
        let codings = Self.contentCodings(fields)
        return codings.allSatisfy(ContentDecoder.knows) ? codings : []
    }

    /// Returns the content codings in the order in which they were applied, in lower case.
    static func contentCodings(_ fields: [HTTPField]) -> [String] {
        // Most responses have no content coding.
        guard fields.contains(where: { $0.isNamed("Content-Encoding") }) else { return [] }
        return fields.filter { $0.isNamed("Content-Encoding") }
            .flatMap { $0.value.split(separator: ",") }
            .map { String($0.filter { !" \t".contains($0) }).lowercased() }
            .filter { !$0.isEmpty && $0 != "identity" }
    }

    /// Returns the values of all header fields with a name, ignoring case.
    package func values(of name: String) -> [String] {
        fields.filter { $0.isNamed(name) }.map(\.value)
    }
}
