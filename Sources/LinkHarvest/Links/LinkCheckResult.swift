package import WHATWGURL

/// The result of requesting the URL of a link.
package struct LinkCheckResult: Sendable, Hashable {
    /// A redirect that was followed.
    package struct Redirect: Sendable, Hashable {
        /// The URL that was redirected.
        package var url: WebURL
        /// The status code of its response.
        package var status: Int

        /// Creates a redirect.
        package init(url: WebURL, status: Int) {
            self.url = url
            self.status = status
        }
    }

    /// The reason why a site refused a request that it may grant to a person.
    package enum Refusal: String, Sendable, Hashable {
        case unauthorized, forbidden
        /// Too many requests; the time that the site asks for has been waited for, if it is short enough.
        case rateLimited = "rate-limited"
        /// A page that a browser has to solve.
        case challenge
        /// The status 999, with which LinkedIn refuses programs.
        case refused

        /// Creates the reason of a status code; nil if it refuses nothing.
        package init?(status: Int) {
            switch status {
            case 401: self = .unauthorized
            case 403: self = .forbidden
            case 429: self = .rateLimited
            case 999: self = .refused
            default: return nil
            }
        }
    }

    /// The status code of the final response; nil if there was no response.
    package var status: Int?
    /// The URL of the final response, after redirects; nil if there was no response.
    package var finalURL: WebURL?
    /// The redirects before the final response, in order.
    package var redirects: [Redirect]
    /// The reason why there was no response; nil if there was one.
    package var error: String?
    /// True if the page contains the fragment target of the link; nil if there is no fragment or the page is not HTML.
    package var hasFragment: Bool?

    /// The reason why the site refused the request, which says nothing about the page; nil if it did not.
    package var refusal: Refusal?

    /// The reason why the link is broken or blocked; nil if it is neither.
    package var reason: String? {
        if let error { return error }
        if let refusal { return "blocked: \(refusal.rawValue)" }
        switch status ?? 0 {
        case 404: return "not found"
        case 410: return "gone"
        case 500...: return "the server failed"
        case 400...: return "the server rejects the request"
        default: return hasFragment == false ? "the page has no target for this fragment" : nil
        }
    }

    /// True if the link leads to no resource or to a missing fragment target.
    package var isBroken: Bool {
        guard refusal == nil else { return false }
        return error != nil || (status ?? 0) >= 400 || hasFragment == false
    }

    /// Creates a result.
    package init(
        status: Int? = nil, finalURL: WebURL? = nil, redirects: [Redirect] = [], error: String? = nil,
        hasFragment: Bool? = nil
    ) {
        self.status = status
        self.finalURL = finalURL
        self.redirects = redirects
        self.error = error
        self.hasFragment = hasFragment
    }
}
