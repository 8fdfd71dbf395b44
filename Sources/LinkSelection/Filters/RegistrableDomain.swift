import CLibPSL

/// Registrable domains according to the Public Suffix List that is built into libpsl (HTML Standard, 7.1.1.1).
package enum RegistrableDomain {
    /// True if libpsl was built with a list; without one, every host is a site of its own.
    package static var isKnown: Bool { leftoff_psl_has_list() != 0 }

    /// Returns the site of a host.
    ///
    /// - Parameter host: A host as the URL Standard serialises it.
    /// - Returns: The registrable domain; the host itself if it is an IP address or a public suffix.
    package static func site(of host: String) -> String {
        let host = host.lowercased()
        let domain = host.hasSuffix(".") ? String(host.dropLast()) : host
        guard !isAddress(domain) else { return domain }
        let offset = leftoff_psl_registrable_domain(domain)
        guard offset > 0 else { return domain }
        return String(decoding: domain.utf8.dropFirst(offset), as: UTF8.self)
    }

    /// Returns true for an IPv4 address; by the URL Standard, that is any host whose last label is a number.
    private static func isAddress(_ host: String) -> Bool {
        if host.hasPrefix("[") { return true }
        let last = host.utf8.reversed().prefix { $0 != UInt8(ascii: ".") }
        return !last.isEmpty && last.allSatisfy { (0x30...0x39).contains($0) }
    }
}
