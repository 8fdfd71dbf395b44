package import WHATWGURL

/// An authorizer that allows or refuses each hop of a page, including redirects, before it is requested.
package protocol FetchAuthorizer: Sendable {
    /// Authorizes the request of a URL.
    ///
    /// - Parameters:
    ///   - url: The URL of the hop.
    ///   - ownHost: The host of the page's own URL; `url` may be the target of a redirect to another host.
    ///   - completion: A function that must be called once, now or later, on any thread. It receives the minimum
    ///     interval between two requests to the host (nil for the policy's), or the error that fails the fetch.
    func authorize(
        _ url: WebURL, ownHost: String, completion: @escaping @Sendable (Result<Duration?, any Error>) -> Void)
}
