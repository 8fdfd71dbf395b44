package import WHATWGURL

/// An authority that allows or refuses each hop of a page, including redirects, before it is requested.
package protocol FetchAuthorizer: Sendable {
    /// Authorizes the request of a URL.
    ///
    /// - Parameters:
    ///   - url: The URL of the hop.
    ///   - completion: A function that must be called once, on any thread, now or later: with the shortest interval
    ///     between two requests to the host (nil for the policy's), or with the error that the fetch fails with.
    func authorize(_ url: WebURL, completion: @escaping @Sendable (Result<Duration?, any Error>) -> Void)
}
