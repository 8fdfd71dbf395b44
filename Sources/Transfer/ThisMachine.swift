import CLibCurl

/// Hosts that are certainly this machine, or that only its own link reaches.
package enum ThisMachine {
    /// Returns true if a host is `localhost`, a loopback or link-local address, or one that stands for this machine.
    ///
    /// - Parameter host: The host in the form of ``WebURL/hostname``.
    /// - Returns: False for any other name, whatever it resolves to.
    package static func isNamed(_ host: String) -> Bool {
        if IPAddressPolicy.isLoopbackLiteral(host) { return true }
        var bytes = [UInt8](repeating: 0, count: 16)
        let text = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        let count = Int(clibcurl_parse_address(text, &bytes))
        guard count > 0 else { return false }
        return isOwn(Array(bytes[..<count]), OwnAddresses.current)
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
