import HTTPTypes

extension HTTPField.Name {
    /// Host (RFC 9110, section 7.2).
    static let hostField = known("Host")
    /// Last-Event-ID (HTML Standard, section 9.2.4).
    static let lastEventID = known("Last-Event-ID")
    /// Link (RFC 8288).
    static let link = known("Link")
    /// Leftoff-Session: the secret of a session, which pages of the service send.
    static let leftoffSession = known("Leftoff-Session")
    /// Refresh (HTML Standard, section 15.3.2).
    static let refresh = known("Refresh")
    /// Sec-Fetch-Site (Fetch Metadata Request Headers).
    static let secFetchSite = known("Sec-Fetch-Site")
    /// Sec-Fetch-Mode (Fetch Metadata Request Headers).
    static let secFetchMode = known("Sec-Fetch-Mode")
    /// Sec-Fetch-Dest (Fetch Metadata Request Headers).
    static let secFetchDestination = known("Sec-Fetch-Dest")
    /// Referrer-Policy.
    static let referrerPolicy = known("Referrer-Policy")
    /// Cross-Origin-Opener-Policy (HTML Standard).
    static let crossOriginOpenerPolicy = known("Cross-Origin-Opener-Policy")
    /// X-Frame-Options, for browsers that do not support `frame-ancestors`.
    static let frameOptions = known("X-Frame-Options")
    /// X-DNS-Prefetch-Control.
    static let dnsPrefetchControl = known("X-DNS-Prefetch-Control")
    /// Permissions-Policy.
    static let permissionsPolicy = known("Permissions-Policy")

    private static func known(_ text: StaticString) -> HTTPField.Name {
        guard let name = HTTPField.Name("\(text)") else {
            // Only a name that is not a token (RFC 9110, section 5.1) fails, and all names in this file are tokens.
            preconditionFailure("\(text) is not the name of a field")
        }
        return name
    }
}
