package import WHATWGURL

/// Decides before each hop of a page, its redirects included, whether the address may be fetched.
package protocol FetchAuthorizer: Sendable {
    /// Decides about an address.
    ///
    /// - Parameters:
    ///   - url: The address.
    ///   - decision: To be called once, on any thread, now or later: with the least time between two requests to the
    ///     host where there is one, or with the error that the fetch fails with.
    func authorize(_ url: WebURL, completion: @escaping @Sendable (Result<Duration?, any Error>) -> Void)
}
