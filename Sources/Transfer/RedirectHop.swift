package import WHATWGURL

/// A redirect that was followed.
package struct RedirectHop: Sendable, Hashable {
    /// The URL that redirected.
    package var url: WebURL

    /// Its status code, for example 301.
    package var status: Int

    /// Creates a hop.
    package init(url: WebURL, status: Int) {
        self.url = url
        self.status = status
    }
}
