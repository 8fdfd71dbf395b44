package import WHATWGURL

/// An authorizer that allows or refuses each hop of a page, including redirects, before it is requested.
package protocol FetchAuthorizer: Sendable {
    /// Authorizes the request of a URL.
    ///
    /// - Parameters:
    ///   - url: The URL of the hop.
    ///   - ownHost: The host of the page's own URL; `url` may be the target of a redirect to another host.
    ///   - hasReachedPublic: True if a redirect that led to `url` came from a public address. The host may then no
    ///     longer have a private address, even if it is `ownHost`.
    ///   - completion: A function that must be called once, now or later, on any thread. It receives the minimum
    ///     interval between two requests to the host (nil for the policy's), or the error that fails the fetch.
    func authorize(
        _ url: WebURL, ownHost: String, hasReachedPublic: Bool,
        completion: @escaping @Sendable (Result<Duration?, any Error>) -> Void)
}
