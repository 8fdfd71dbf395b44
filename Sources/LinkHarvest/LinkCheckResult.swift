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

    /// True if the link leads to no resource or to a missing fragment target.
    package var isBroken: Bool {
        error != nil || (status ?? 0) >= 400 || hasFragment == false
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
