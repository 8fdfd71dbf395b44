import CLibCurl
import Glibc
import Synchronization
package import WHATWGURL

/// The policy for the IP addresses that a transfer may connect to.
package enum IPAddressPolicy: Sendable, Hashable {
    /// Allows every address, for URLs that the user has typed.
    case any

    /// Allows only globally reachable addresses other than this machine's own, for URLs that come from web pages.
    ///
    /// The address of each connection is checked, including those of redirects, so a name that resolves to a private
    /// address is refused. No proxy is used, because it would resolve names itself.
    case publicOnly

    /// Allows what is permitted for the hosts that the user has named, and otherwise only what ``publicOnly`` allows.
    case publicExcept(hosts: PermittedHosts)

    /// Allows every address for the host of the request, which the user has named, and otherwise only what
    /// ``publicOnly`` allows. Other hosts are reached only through redirects. All names of the loopback interface count
    /// as one host, because they are the same machine.
    ///
    /// If a proxy is used, it resolves names itself. Redirects to private IP addresses and to `localhost` are refused
    /// even then. A host with a private name that was reached through a proxy is afterwards not contacted without one.
    ///
    /// - Parameter hosts: The hosts to which redirects may lead although they are private.
    case publicRedirects(except: PermittedHosts)

    /// True if no proxy may be used, because it would resolve names itself.
    var isDirect: Bool {
        switch self {
        case .any, .publicRedirects: false
        case .publicOnly, .publicExcept: true
        }
    }

    /// Returns true if a connection to an address of a host is allowed.
    ///
    /// - Parameters:
    ///   - bytes: The address in network order: 4 bytes for IPv4, 16 for IPv6.
    ///   - host: The name that resolved to the address.
    ///   - own: The addresses of this machine, which are not public.
    /// - Returns: True if the address or the host is allowed.
    package func allows(_ bytes: [UInt8], of host: String, own: OwnAddresses = .current) -> Bool {
        switch self {
        case .publicExcept(let hosts), .publicRedirects(let hosts):
            hosts.permits(bytes, of: host, own: own) || allows(bytes, own: own)
        case .any, .publicOnly: allows(bytes, own: own)
        }
    }

    /// Returns true if a connection to an address is allowed.
    ///
    /// - Parameters:
    ///   - bytes: The address in network order: 4 bytes for IPv4, 16 for IPv6. An address of any other length is
    ///     allowed only by ``any``.
    ///   - own: The addresses of this machine, which are not public.
    /// - Returns: True if the address is allowed for every host.
    package func allows(_ bytes: [UInt8], own: OwnAddresses = .current) -> Bool {
        switch (self, bytes.count) {
        case (.any, _): true
        case (_, 4): Self.isPublicV4(bytes, own)
        case (_, 16): Self.isPublicV6(bytes, own)
        default: false
        }
    }

    /// Returns true if the policy allows the first request of a URL, as far as the URL alone shows.
    ///
    /// A name that resolves to a private address is refused when the connection is made.
    ///
    /// - Parameter url: The URL, http or https.
    /// - Returns: False for an IP address that is not allowed, and for `localhost` and its subdomains.
    package func allowsHost(of url: WebURL) -> Bool {
        switch self {
        case .any, .publicRedirects: true
        case .publicOnly: !Self.isPrivateLiteral(url.hostname)
        case .publicExcept(let hosts): hosts.permits(url.hostname) || !Self.isPrivateLiteral(url.hostname)
        }
    }

    /// Returns true if a host is an IP address that is not public, or `localhost` (RFC 6761, section 6.3).
    ///
    /// - Parameter host: The host in the form of ``WebURL/hostname``.
    /// - Returns: False for any other name, whatever it resolves to.
    static func isPrivateLiteral(_ host: String) -> Bool {
        isLocalhost(host) || literal(host).map { !Self.publicOnly.allows($0) } ?? false
    }

    /// Returns true if a host is a loopback address or `localhost`, and thus certainly this machine.
    ///
    /// - Parameter host: The host in the form of ``WebURL/hostname``.
    /// - Returns: False for any other name, whatever it resolves to.
    static func isLoopbackLiteral(_ host: String) -> Bool {
        isLocalhost(host) || literal(host).map(isLoopback) ?? false
    }

    /// Returns true if an address belongs to the loopback interface (127.0.0.0/8 and ::1).
    static func isLoopback(_ bytes: [UInt8]) -> Bool {
        if bytes.count == 4 { return bytes[0] == 127 }
        guard bytes.count == 16, bytes[..<10].allSatisfy({ $0 == 0 }) else { return false }
        if bytes[10] == 0xFF, bytes[11] == 0xFF { return bytes[12] == 127 }
        return bytes[10..<15].allSatisfy { $0 == 0 } && bytes[15] == 1
    }

    private static func isLocalhost(_ host: String) -> Bool {
        let name = host.hasSuffix(".") ? host.dropLast() : host[...]
        return name == "localhost" || name.hasSuffix(".localhost")
    }

    /// Returns the bytes of an IP address; nil for a name.
    fileprivate static func literal(_ host: String) -> [UInt8]? {
        var address = [UInt8](repeating: 0, count: 16)
        let text = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        let count = Int(clibcurl_parse_address(text, &address))
        return count > 0 ? Array(address[..<count]) : nil
    }

    /// The IPv4 blocks that are not globally reachable according to IANA's registry of special-purpose addresses, and
    /// multicast.
    private static let privateV4: [(address: UInt32, length: UInt32)] = [
        (0x0000_0000, 8),  // this network
        (0x0A00_0000, 8),  // private use
        (0x6440_0000, 10),  // shared by carriers
        (0x7F00_0000, 8),  // loopback
        (0xA9FE_0000, 16),  // link-local
        (0xAC10_0000, 12),  // private use
        (0xC000_0000, 24),  // IETF protocol assignments
        (0xC000_0200, 24),  // documentation
        (0xC058_6300, 24),  // 6to4 relays, deprecated
        (0xC0A8_0000, 16),  // private use
        (0xC612_0000, 15),  // benchmarks
        (0xC633_6400, 24),  // documentation
        (0xCB00_7100, 24),  // documentation
        (0xE000_0000, 4),  // multicast
        (0xF000_0000, 4),  // reserved, and broadcast
    ]

    private static func isPublicV4(_ bytes: [UInt8], _ own: OwnAddresses) -> Bool {
        let address = bytes.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        return !privateV4.contains { address >> (32 - $0.length) == $0.address >> (32 - $0.length) }
            && !own.contains(bytes)
    }

    private static func isPublicV6(_ bytes: [UInt8], _ own: OwnAddresses) -> Bool {
        if let embedded = embeddedIPv4(in: bytes) { return isPublicV4(embedded, own) }
        let groups = stride(from: 0, to: 4, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
        // Unspecified, loopback, unique local, link-local and multicast addresses are outside the global unicast block.
        guard groups[0] & 0xE000 == 0x2000 else { return false }
        // Teredo and other protocol assignments (2001::/23), documentation (2001:db8::/32 and 3fff::/20).
        if groups[0] == 0x2001, groups[1] < 0x0200 || groups[1] == 0x0DB8 { return false }
        if groups[0] == 0x3FFF, groups[1] < 0x1000 { return false }
        return !own.contains(bytes)
    }

    /// Returns the IPv4 address in an IPv6 address of 16 bytes; nil if it contains none.
    ///
    /// Mapped addresses (::ffff:0:0/96), translated ones (::ffff:0:0:0/96) and those of NAT64 (64:ff9b::/96) end with
    /// it. An address of 6to4 (2002::/16) contains that of its router.
    static func embeddedIPv4(in bytes: [UInt8]) -> [UInt8]? {
        let isMapped = bytes[..<10].allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
        let isTranslated = bytes[..<8].allSatisfy { $0 == 0 } && bytes[8...11].elementsEqual([0xFF, 0xFF, 0, 0])
        let isNAT64 = bytes[..<4].elementsEqual([0, 0x64, 0xFF, 0x9B]) && bytes[4..<12].allSatisfy { $0 == 0 }
        if isMapped || isTranslated || isNAT64 { return Array(bytes[12...]) }
        return bytes[0] == 0x20 && bytes[1] == 0x02 ? Array(bytes[2..<6]) : nil
    }
}

/// The hosts that may be contacted although their addresses are not public.
///
/// The names are in the form of ``WebURL/hostname``.
package struct PermittedHosts: Sendable, Hashable, ExpressibleByArrayLiteral {
    /// The hosts that a person named on this machine, with every address.
    package var named: Set<String>

    /// The hosts that the settings of the web page name, with every address but those of this machine.
    ///
    /// A request to the service can change the settings, and must not reach the other services of this machine, under
    /// whichever name.
    package var remote: Set<String>

    /// Creates a set of hosts.
    package init(named: Set<String>, remote: Set<String> = []) {
        self.named = named
        self.remote = remote
    }

    package init(arrayLiteral hosts: String...) { self.init(named: Set(hosts)) }

    /// Returns true if a host is permitted, as far as the host alone shows.
    ///
    /// - Parameter host: The name or the IP address. The address of a name decides when the connection is made.
    /// - Returns: False for a host of the settings that is certainly this machine.
    func permits(_ host: String) -> Bool {
        named.contains(host) || remote.contains(host) && !ThisMachine.isNamed(host)
    }

    /// Returns true if a connection to an address of a host is permitted.
    ///
    /// - Parameters:
    ///   - address: The address in network order.
    ///   - host: The name that resolved to the address.
    ///   - own: The addresses of this machine.
    /// - Returns: True if the host is one of these, and the address is none of this machine or the host was named.
    func permits(_ address: [UInt8], of host: String, own: OwnAddresses = .current) -> Bool {
        named.contains(host) || remote.contains(host) && !ThisMachine.isOwn(address, own)
    }
}

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
    private let policy: IPAddressPolicy

    /// The host that the request named, to which `IPAddressPolicy.publicRedirects` allows a private address.
    private let ownHost: String

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

/// Hosts that are certainly this machine, or that only its own link reaches.
package enum ThisMachine {
    /// Returns true if a host is `localhost`, a loopback or link-local address, or one that stands for this machine.
    ///
    /// - Parameter host: The host in the form of ``WebURL/hostname``.
    /// - Returns: False for any other name, whatever it resolves to.
    package static func isNamed(_ host: String) -> Bool {
        IPAddressPolicy.isLoopbackLiteral(host)
            || IPAddressPolicy.literal(host).map { isOwn($0, OwnAddresses.current) } ?? false
    }

    /// Returns true if an address is one of this machine, a loopback, link-local or unspecified one, or one in which
    /// such an IPv4 address is embedded.
    static func isOwn(_ bytes: [UInt8], _ own: OwnAddresses) -> Bool {
        if own.contains(bytes) { return true }
        if bytes.count == 4 { return bytes[0] == 0 || bytes[0] == 127 || bytes[0] == 169 && bytes[1] == 254 }
        // Of an unknown address, the worst is assumed.
        guard bytes.count == 16 else { return true }
        // fe80::/10, and ::/96 with the unspecified address, ::1 and deprecated embeddings of IPv4.
        if bytes[0] == 0xFE, bytes[1] & 0xC0 == 0x80 { return true }
        if bytes[..<12].allSatisfy({ $0 == 0 }) { return true }
        return IPAddressPolicy.embeddedIPv4(in: bytes).map { isOwn($0, own) } ?? false
    }
}

/// The IP addresses of this machine's network interfaces.
///
/// A server on the internet has a public address of its own, at which services may listen that only this machine should
/// reach, for example because a firewall protects them from others.
package final class OwnAddresses: Sendable {
    private struct State {
        var addresses: Set<[UInt8]> = []
        var readAt: ContinuousClock.Instant?
    }

    /// The time for which the addresses are cached.
    ///
    /// Reading them takes 0.1 ms, and every connection asks for them. An interface that gets a new address is known
    /// after this time.
    private static let lifetime: Duration = .seconds(2)

    /// The addresses of this machine.
    static let current = OwnAddresses()

    private let read: @Sendable () -> Set<[UInt8]>?
    private let now: @Sendable () -> ContinuousClock.Instant
    private let state = Mutex(State())

    /// Creates a list.
    ///
    /// - Parameters:
    ///   - now: A clock that is never set.
    ///   - read: Returns the addresses in network order, 4 bytes for IPv4 and 16 for IPv6; nil if they are unknown,
    ///     after which the previous ones hold.
    init(
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        read: @escaping @Sendable () -> Set<[UInt8]>? = { OwnAddresses.interfaceAddresses() }
    ) {
        self.now = now
        self.read = read
    }

    /// Returns true if an interface has an address.
    ///
    /// - Parameter address: The address in network order: 4 bytes for IPv4, 16 for IPv6.
    /// - Returns: True also for loopback addresses.
    func contains(_ address: [UInt8]) -> Bool {
        let now = now()
        return state.withLock { state in
            if state.readAt.map({ now - $0 > Self.lifetime }) ?? true {
                if let addresses = read() { state.addresses = addresses }
                state.readAt = now
            }
            return state.addresses.contains(address)
        }
    }

    /// Returns the addresses that the system reports; nil if it reports none.
    static func interfaceAddresses() -> Set<[UInt8]>? {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0 else { return nil }
        defer { freeifaddrs(first) }
        var addresses: Set<[UInt8]> = []
        var next = first
        while let interface = next {
            next = interface.pointee.ifa_next
            guard let address = interface.pointee.ifa_addr else { continue }
            switch Int32(address.pointee.sa_family) {
            case AF_INET:
                address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { address in
                    _ = addresses.insert(withUnsafeBytes(of: address.pointee.sin_addr) { Array($0) })
                }
            case AF_INET6:
                address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { address in
                    _ = addresses.insert(withUnsafeBytes(of: address.pointee.sin6_addr) { Array($0) })
                }
            default: break
            }
        }
        return addresses
    }
}
