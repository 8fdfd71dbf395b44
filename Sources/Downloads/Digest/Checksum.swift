/// The digest that a file must have.
package struct Checksum: Sendable, Hashable, CustomStringConvertible {
    /// The SHA-256 in 64 lowercase hexadecimal digits.
    package let sha256: String

    /// Reads `sha256=HEX`, also spelt `sha-256=HEX` and `sha256:HEX`, in either case.
    ///
    /// - Parameter text: The text.
    /// - Throws: ``QueueError/malformedChecksum(_:)``.
    package init(_ text: String) throws(QueueError) {
        let lower = text.lowercased()
        for prefix in ["sha256=", "sha-256=", "sha256:"] where lower.hasPrefix(prefix) {
            let digits = lower.dropFirst(prefix.count)
            guard digits.utf8.count == 64, digits.utf8.allSatisfy(Self.isHexadecimalDigit) else { break }
            sha256 = String(digits)
            return
        }
        throw .malformedChecksum(text)
    }

    package var description: String { "sha256=\(sha256)" }

    private static func isHexadecimalDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }
}
