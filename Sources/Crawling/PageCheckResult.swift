package import WHATWGURL

/// The result of requesting a page to find out if it is still there.
package struct PageCheckResult: Sendable, Hashable {
    /// The state of a page.
    package enum State: String, Sendable, CaseIterable {
        /// The page is at its address.
        case ok
        /// Redirects lead to another address, at which there is a page.
        case moved
        /// The host has no address or refuses connections, or the server has no such page (404, 410).
        case gone
        /// The page could not be requested this time.
        case unreachable
        /// The page, or the address to which it redirects, is on a private host, which was not requested.
        case refused
    }

    /// The state.
    package var state: State
    /// The status code of the final response; nil if there was none.
    package var status: Int?
    /// The address to which a page has moved; nil for any other state.
    package var address: WebURL?
    /// The reason why there was no response; nil if there was one.
    package var problem: String?
    /// True if not even a connection was made, as if this computer were offline.
    package var isWithoutConnection = false

    /// Creates a result.
    package init(
        state: State, status: Int? = nil, address: WebURL? = nil, problem: String? = nil,
        isWithoutConnection: Bool = false
    ) {
        self.state = state
        self.status = status
        self.address = address
        self.problem = problem
        self.isWithoutConnection = isWithoutConnection
    }
}
