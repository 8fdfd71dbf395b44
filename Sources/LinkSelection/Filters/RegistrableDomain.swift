import CLibPSL

/// Sites by the Public Suffix List, as it is built into libpsl (HTML Standard, 7.1.1.1).
package enum RegistrableDomain {
    /// Whether libpsl was built with a list; without one, every host is a site of its own.
    package static var isKnown: Bool { leftoff_psl_has_list() != 0 }

    /// The site that a host belongs to.
    ///
    /// - Parameter host: A host as the URL Standard serialises it.
    /// - Returns: Its registrable domain; for an IP address and for a host that is itself a public suffix, the host.
    package static func site(of host: String) -> String {
        let host = host.lowercased()
        let domain = host.hasSuffix(".") ? String(host.dropLast()) : host
        guard !isAddress(domain) else { return domain }
        let offset = leftoff_psl_registrable_domain(domain)
        guard offset > 0 else { return domain }
        return String(decoding: domain.utf8.dropFirst(offset), as: UTF8.self)
    }

    /// By the URL Standard a host whose last label is a number is an IPv4 address.
    private static func isAddress(_ host: String) -> Bool {
        if host.hasPrefix("[") { return true }
        let last = host.utf8.reversed().prefix { $0 != UInt8(ascii: ".") }
        return !last.isEmpty && last.allSatisfy { (0x30...0x39).contains($0) }
    }
}
