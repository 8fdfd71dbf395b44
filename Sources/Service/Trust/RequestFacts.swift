import HTTPTypes

/// What the guard looks at in a request.
struct RequestFacts: Sendable {
    var method: HTTPRequest.Method = .get
    /// Without the query.
    var path = "/"
    /// The path as it was sent, with the query; nil where there is none.
    var target: String? = "/"
    /// The Host field.
    var host: String?
    /// Whether there are several Host fields.
    var hasSeveralHosts = false
    var origin: String?
    var fetchSite: String?
    var fetchMode: String?
    var fetchDestination: String?
    var authorization: String?
    /// The Cookie fields; a browser may send several in HTTP/2, and a proxy may split them.
    var cookies: [String] = []
}

extension RequestFacts {
    /// Takes the facts from a request's head.
    init(head: HTTPRequest, path: String) {
        self.init(
            method: head.method, path: path, target: head.path, host: head.authority,
            // The first is the authority by now.
            hasSeveralHosts: head.headerFields.contains(.hostField), origin: head.headerFields[.origin],
            fetchSite: head.headerFields[.secFetchSite], fetchMode: head.headerFields[.secFetchMode],
            fetchDestination: head.headerFields[.secFetchDestination],
            authorization: head.headerFields[.authorization], cookies: head.headerFields[values: .cookie])
    }
}

extension HTTPField.Name {
    /// Host.
    static let hostField = fieldName("Host")
    /// Sec-Fetch-Site (Fetch Metadata Request Headers).
    static let secFetchSite = fieldName("Sec-Fetch-Site")
    /// Sec-Fetch-Mode (Fetch Metadata Request Headers).
    static let secFetchMode = fieldName("Sec-Fetch-Mode")
    /// Sec-Fetch-Dest (Fetch Metadata Request Headers).
    static let secFetchDestination = fieldName("Sec-Fetch-Dest")
    /// Referrer-Policy.
    static let referrerPolicy = fieldName("Referrer-Policy")
    /// Cross-Origin-Opener-Policy (HTML Standard).
    static let crossOriginOpenerPolicy = fieldName("Cross-Origin-Opener-Policy")
    /// X-Frame-Options, for browsers that do not know `frame-ancestors`.
    static let frameOptions = fieldName("X-Frame-Options")
    /// Permissions-Policy.
    static let permissionsPolicy = fieldName("Permissions-Policy")

    private static func fieldName(_ text: String) -> HTTPField.Name {
        // nil comes only of a text that is no token, which these are.
        HTTPField.Name(text) ?? .server
    }
}
