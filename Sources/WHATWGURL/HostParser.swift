/// The host parser of the URL Standard (3.5), which writes the serialised host (3.6).
enum HostParser {
    /// Parses a non-empty host.
    ///
    /// - Parameters:
    ///   - text: The host in valid UTF-8.
    ///   - isOpaque: True if the scheme is not special.
    ///   - output: Receives the serialised host.
    /// - Returns: False on failure; the contents of the output are then undefined.
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

        // The host has escapes or characters beyond ASCII, or it is invalid.
        let decoded = PercentEncoding.decode(text)
        if decoded.allSatisfy({ $0 < 0x80 }) {
            guard decoded.withUnsafeBufferPointer({ appendASCIIDomain($0, to: &output) }) else { return false }
        } else {
            guard let domain = DomainName.toASCII(decoded) else { return false }
            guard domain.withUnsafeBufferPointer({ appendASCIIDomain($0, to: &output) }) else { return false }
        }
        return finishDomain(from: start, in: &output)
    }

    /// Converts an ASCII domain to lower case (domain parser); like the standard, it does not check A-labels.
    ///
    /// - Returns: False if a byte is not ASCII or a domain may not contain it.
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

    /// Replaces a domain that ends in a number with the IPv4 address that it represents.
    private static func finishDomain(from start: Int, in output: inout ByteBuilder) -> Bool {
        let domain = output.bytes.extracting(start..<output.count)
        guard IPv4Address.endsInNumber(domain) else { return true }
        guard let address = IPv4Address(domain) else { return false }
        output.truncate(to: start)
        address.write(to: &output)
        return true
    }

    /// Returns true for a forbidden host code point (URL Standard, 3.2).
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

    /// Returns true for a forbidden domain code point (URL Standard, 3.2).
    @inline(__always)
    private static func isForbiddenInDomain(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "%") || byte == 0x7F || isForbiddenInHost(byte)
    }
}
