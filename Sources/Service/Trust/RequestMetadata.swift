import HTTPTypes

/// The parts of a request on which the guard's decision depends.
struct RequestMetadata: Sendable {
    var method: HTTPRequest.Method = .get
    /// The path without the query.
    var path = "/"
    /// The request target as it was sent, with the query; nil if there is none.
    var target: String? = "/"
    /// The Host field.
    var host: String?
    /// True if there are several Host fields.
    var hasSeveralHosts = false
    var origin: String?
    var fetchSite: String?
    var fetchMode: String?
    var fetchDestination: String?
    var authorization: String?
    /// The Cookie fields; a browser may send several in HTTP/2, and a proxy may split them.
    var cookies: [String] = []
    /// The Leftoff-Session field, which contains the secret of a session.
    var sessionSecret: String?
}

extension RequestMetadata {
    /// Creates the metadata of a request.
    init(head: HTTPRequest, path: String) {
        let fields = head.headerFields
        self.init()
        method = head.method
        self.path = path
        target = head.path
        host = head.authority
        // The HTTP library has turned the first Host field into the authority.
        hasSeveralHosts = fields.contains(.hostField)
        origin = fields[.origin]
        fetchSite = fields[.secFetchSite]
        fetchMode = fields[.secFetchMode]
        fetchDestination = fields[.secFetchDestination]
        authorization = fields[.authorization]
        cookies = fields[values: .cookie]
        sessionSecret = fields[.leftoffSession]
    }
}
