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
    /// From then on, no redirect may lead to a private address, except to the hosts of the policy. If the own host
    /// redirects to itself and its name resolves to a private address, its name server tries to reach the user's
    /// network (DNS rebinding).
    ///
    /// If a proxy is used, the address of the host is unknown. The host then counts as public unless its name is an
    /// address that is not. A private name behind a proxy may thus redirect to itself only through the proxy, which
    /// decides where the name leads.
    private(set) var hasReachedPublic: Bool

    /// The way in which the current hop is checked.
    private(set) var mode = Mode.none

    /// True if the connection of the current hop is one to a proxy.
    private var isProxied = false

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
        isProxied = false
        switch policy {
        case .any: mode = .none
        case .publicOnly, .publicExcept: mode = .direct
        case .publicRedirects(let hosts):
            let proxyURL = proxy(url)
            isProxied = proxyURL != nil
            if hosts.named.contains(host) || host == ownHost && !hasReachedPublic || isProxied && hosts.permits(host) {
                mode = .none
            } else {
                mode = proxyURL.map(Mode.proxied) ?? .direct
            }
        }
        return mode == .none || !IPAddressPolicy.isPrivateLiteral(host) || allowsLiteral(host)
    }

    /// Returns true if an address that is not public is allowed as the host of a hop.
    ///
    /// The literal itself decides, because a reused connection shows another address: Linux connects 0.0.0.0 to
    /// 127.0.0.1.
    private func allowsLiteral(_ host: String) -> Bool {
        guard mode == .direct else { return false }
        switch policy {
        case .any: return true
        case .publicOnly: return false
        case .publicExcept(let hosts): return hosts.permits(host)
        case .publicRedirects(let hosts):
            return hosts.permits(host) || isSameMachine && IPAddressPolicy.isLoopbackLiteral(host)
        }
    }

    /// True if a redirect to the loopback interface leads to the machine of the request's own host.
    private var isSameMachine: Bool { !hasReachedPublic && IPAddressPolicy.isLoopbackLiteral(ownHost) }

    /// Returns true if a connection to an address is allowed.
    ///
    /// - Parameters:
    ///   - address: The address in network order.
    ///   - host: The name of the hop's host.
    /// - Returns: True if the current hop may use the address.
    func allows(_ address: [UInt8], of host: String) -> Bool {
        if mode != .direct || policy.allows(address, of: host) { return true }
        guard case .publicRedirects = policy else { return false }
        return isSameMachine && IPAddressPolicy.isLoopback(address)
    }

    /// Records the connection on which a hop's request is sent.
    ///
    /// - Parameters:
    ///   - address: The address of the host or of its proxy, in network order.
    ///   - host: The name of the hop's host.
    mutating func recordConnection(to address: [UInt8], of host: String) {
        let isPublic = isProxied ? !IPAddressPolicy.isPrivateLiteral(host) : policy.allows(address)
        if isPublic { hasReachedPublic = true }
    }
}
