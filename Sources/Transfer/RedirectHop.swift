package import WHATWGURL

/// A redirect that was followed.
package struct RedirectHop: Sendable, Hashable {
    /// The URL that was redirected.
    package var url: WebURL

    /// The status code of its response, for example 301.
    package var status: Int

    /// Creates a hop.
    package init(url: WebURL, status: Int) {
        self.url = url
        self.status = status
    }
}
