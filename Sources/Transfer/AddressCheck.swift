import WHATWGURL

/// The check of the addresses that one transfer may connect to, over all of its hops.
struct AddressCheck {
    /// The way in which a hop is checked.
    enum Mode: Equatable {
        /// Every address is allowed.
        case none

        /// The address of the connection must be allowed, and no proxy is used.
        case direct

        /// The proxy with this URL resolves the name, so only the name itself was checked.
        case proxied(String)
    }

    /// The policy of the request.
    let policy: IPAddressPolicy

    /// The host that the request named, to which `IPAddressPolicy.publicRedirects` allows a private address.
    let ownHost: String

    /// True once a connection to a public address has been used.
    ///
    /// From then on, no redirect may lead to a private address. If the own host redirects to itself and its name
    /// resolves to a private address, its name server tries to reach the user's network (DNS rebinding).
    private(set) var hasReachedPublic: Bool

    /// The way in which the current hop is checked.
    private(set) var mode = Mode.none

    /// Creates the check of a request that has not begun.
    init(_ policy: IPAddressPolicy, ownHost: String, hasReachedPublic: Bool = false) {
        self.policy = policy
        self.ownHost = ownHost
        self.hasReachedPublic = hasReachedPublic
    }

    /// Begins a hop.
    ///
    /// - Parameters:
    ///   - url: The URL of the hop.
    ///   - proxy: Returns the URL of the proxy for `url`; nil if there is none.
    /// - Returns: False if the host is certainly not allowed, so that no request may be made.
    mutating func begin(_ url: WebURL, proxy: (WebURL) -> String?) -> Bool {
        let host = url.hostname
        switch policy {
        case .any: mode = .none
        case .publicOnly, .publicExcept: mode = .direct
        case .publicRedirects(let hosts):
            if hosts.contains(host) || host == ownHost && !hasReachedPublic {
                mode = .none
            } else {
                mode = proxy(url).map(Mode.proxied) ?? .direct
            }
        }
        guard case .proxied = mode else { return true }
        return !IPAddressPolicy.isPrivateLiteral(host)
    }

    /// Returns true if a connection to an address is allowed.
    ///
    /// - Parameters:
    ///   - address: The address in network order.
    ///   - host: The name of the hop's host.
    /// - Returns: True if the current hop may use the address.
    func allows(_ address: [UInt8], of host: String) -> Bool {
        if mode != .direct || policy.allows(address, of: host) { return true }
        guard !hasReachedPublic, case .publicRedirects = policy, IPAddressPolicy.isLoopback(address) else {
            return false
        }
        return IPAddressPolicy.isLoopbackLiteral(ownHost)
    }

    /// Records the address of the connection on which a hop's request is sent.
    mutating func recordConnection(to address: [UInt8]) {
        if policy.allows(address) { hasReachedPublic = true }
    }
}
