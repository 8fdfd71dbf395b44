import HTTPTypes
import Hummingbird

extension Response {
    /// Adds the header fields that every response has, errors included.
    ///
    /// - Parameter path: The path of the request; empty if it is unknown.
    mutating func protect(path: String) {
        // A copy of a page has a policy of its own, which allows even less.
        if headers[.contentSecurityPolicy] == nil {
            headers[.contentSecurityPolicy] = ResponsePolicy.contentSecurityPolicy
        }
        headers[.xContentTypeOptions] = "nosniff"
        headers[.frameOptions] = "DENY"
        headers[.referrerPolicy] = "no-referrer"
        headers[.crossOriginResourcePolicy] = "same-origin"
        // The links of a copy would otherwise tell name servers what the reader reads.
        headers[.dnsPrefetchControl] = "off"
        headers[.permissionsPolicy] = "camera=(), geolocation=(), microphone=()"
        switch ResponsePolicy(path: path) {
        case .strict: headers[.crossOriginOpenerPolicy] = "same-origin"
        // The page that opened the helper waits for its message. A separate browsing context group would disconnect
        // them.
        case .keepsOpener: headers[.crossOriginOpenerPolicy] = "unsafe-none"
        }
        // Responses are private unless they are marked otherwise.
        if headers[.cacheControl] == nil { headers[.cacheControl] = "no-store" }
    }
}
