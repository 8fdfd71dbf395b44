/// The host parser of the URL Standard (3.5), writing the serialised host (3.6).
enum HostParser {
    /// Parses a non-empty host.
    ///
    /// - Parameters:
    ///   - text: valid UTF-8.
    ///   - isOpaque: whether the scheme is not special.
    ///   - output: receives the serialised host.
    /// - Returns: false on failure; the output is then worthless.
    static func parse(
        _ text: UnsafeBufferPointer<UInt8>, isOpaque: Bool, into output: inout ByteBuilder
    ) -> Bool {
        if text.first == UInt8(ascii: "[") {
            guard text.last == UInt8(ascii: "]"), let address = IPv6Address(text.extracting(1..<text.count - 1)) else {
                return false
            }
            address.write(to: &output)
            return true
        }
        if isOpaque {
            if text.contains(where: isForbiddenInHost) { return false }
            output.append(text, encoding: .c0Control)
            return true
        }
        let start = output.count
        if appendASCIIDomain(text, to: &output) { return finishDomain(from: start, in: &output) }
        output.truncate(to: start)

        // Escapes or other than ASCII, or it fails.
        let decoded = PercentEncoding.decode(text)
        if decoded.allSatisfy({ $0 < 0x80 }) {
            guard decoded.withUnsafeBufferPointer({ appendASCIIDomain($0, to: &output) }) else { return false }
        } else {
            guard let domain = DomainName.toASCII(decoded) else { return false }
            guard domain.withUnsafeBufferPointer({ appendASCIIDomain($0, to: &output) }) else { return false }
        }
        return finishDomain(from: start, in: &output)
    }

    /// Domain parser for ASCII, which is only lowered: the standard checks no A-label in it, for the web's sake.
    ///
    /// Returns false at any byte that is not ASCII or that a domain may not contain.
    private static func appendASCIIDomain(
        _ text: UnsafeBufferPointer<UInt8>, to output: inout ByteBuilder
    ) -> Bool {
        if text.isEmpty { return false }
        for byte in text {
            if byte >= 0x80 || isForbiddenInDomain(byte) { return false }
            output.append(byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte)
        }
        return true
    }

    /// Turns a domain that ends in a number into the IPv4 address that it stands for.
    private static func finishDomain(from start: Int, in output: inout ByteBuilder) -> Bool {
        let domain = output.bytes.extracting(start..<output.count)
        guard IPv4Address.endsInNumber(domain) else { return true }
        guard let address = IPv4Address(domain) else { return false }
        output.truncate(to: start)
        address.write(to: &output)
        return true
    }

    /// Forbidden host code points (URL Standard, 3.2).
    @inline(__always)
    private static func isForbiddenInHost(_ byte: UInt8) -> Bool {
        switch byte {
        case 0, 9, 10, 13, UInt8(ascii: " "), UInt8(ascii: "#"), UInt8(ascii: "/"), UInt8(ascii: ":"),
            UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "?"), UInt8(ascii: "@"),
            UInt8(ascii: "[")...UInt8(ascii: "^"), UInt8(ascii: "|"):
            true
        default: false
        }
    }

    /// Forbidden domain code points (URL Standard, 3.2).
    @inline(__always)
    private static func isForbiddenInDomain(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "%") || byte == 0x7F || isForbiddenInHost(byte)
    }
}
