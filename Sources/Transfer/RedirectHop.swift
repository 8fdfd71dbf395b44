package import WHATWGURL

/// A redirect that was followed.
package struct RedirectHop: Sendable, Hashable {
    /// The address that redirected.
    package var url: WebURL

    /// Its status code, for example 301.
    package var status: Int

    /// Makes a hop of its parts.
    package init(url: WebURL, status: Int) {
        self.url = url
        self.status = status
    }
}
