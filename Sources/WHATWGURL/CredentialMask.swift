/// A filter that removes user names and passwords from texts to be shown or logged, even if they are not valid URLs.
package enum CredentialMask {
    /// Replaces everything between `//` and `@` by an ellipsis.
    ///
    /// - Parameter text: Any text, with any number of URLs, well-formed or not.
    /// - Returns: The text with `//…@` instead of `//user:password@`.
    package static func masked(_ text: String) -> String {
        let bytes = Array(text.utf8)
        guard bytes.contains(UInt8(ascii: "@")) else { return text }
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            guard isSlash(bytes[index]) else {
                result.append(bytes[index])
                index += 1
                continue
            }
            let start = index
            index = bytes[start...].firstIndex { !isSlash($0) } ?? bytes.endIndex
            result += bytes[start..<index]
            // The parser accepts any number of slashes after a scheme.
            let hasScheme = start > 0 && bytes[start - 1] == UInt8(ascii: ":")
            guard hasScheme || index - start > 1 else { continue }
            guard let end = endOfCredentials(in: bytes[index...], hasScheme: hasScheme) else { continue }
            result += "…".utf8
            index = end
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Returns the position of the `@` after the credentials; nil if there are none.
    private static func endOfCredentials(in rest: ArraySlice<UInt8>, hasScheme: Bool) -> Int? {
        let stop = rest.firstIndex { $0 <= 0x20 || isSlash($0) || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
        let authority = rest[..<(stop ?? rest.endIndex)]
        let colon = authority.firstIndex(of: UInt8(ascii: ":"))
        if let end = authority.lastIndex(of: UInt8(ascii: "@")) {
            // Two slashes without a scheme may be part of a path.
            return hasScheme || colon ?? end < end ? end : nil
        }
        // If the text after the colon is not a port, it is a password that contains a character that ends the
        // authority.
        guard let colon, authority.first != UInt8(ascii: "["),
            !authority[(colon + 1)...].allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        return rest.lastIndex(of: UInt8(ascii: "@"))
    }

    private static func isSlash(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\") }
}
