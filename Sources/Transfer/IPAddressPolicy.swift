import CLibCurl
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
    private static func literal(_ host: String) -> [UInt8]? {
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
