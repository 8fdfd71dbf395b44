/// The digest that a file must have.
package struct Checksum: Sendable, Hashable, CustomStringConvertible {
    /// The algorithm.
    package let algorithm: DigestAlgorithm

    /// The digest in lowercase hexadecimal digits.
    package let digest: String

    /// Parses a checksum such as `sha256=HEX`.
    ///
    /// The algorithm is `sha256`, `sha512`, `sha1` or `md5`, in upper or lower case, with or without a hyphen.
    ///
    /// - Parameter text: The algorithm, `=` or `:`, and the hexadecimal digits.
    /// - Throws: ``QueueError/malformedChecksum(_:)``.
    package init(_ text: String) throws(QueueError) {
        guard let separator = text.firstIndex(where: { $0 == "=" || $0 == ":" }),
            let algorithm = DigestAlgorithm(named: text[..<separator])
        else { throw .malformedChecksum(text) }
        let digits = text[text.index(after: separator)...].lowercased()
        guard digits.utf8.count == 2 * algorithm.byteCount, digits.utf8.allSatisfy(Self.isHexadecimalDigit) else {
            throw .malformedChecksum(text)
        }
        self.algorithm = algorithm
        digest = digits
    }

    /// Creates a checksum from the bytes of a digest.
    ///
    /// - Parameters:
    ///   - algorithm: The algorithm of the digest.
    ///   - bytes: The digest. The result is nil if its length is not that of the algorithm's digests.
    package init?(_ algorithm: DigestAlgorithm, bytes: some Collection<UInt8>) {
        guard bytes.count == algorithm.byteCount else { return nil }
        self.algorithm = algorithm
        digest = Self.hexadecimal(Array(bytes))
    }

    package var description: String { "\(algorithm.rawValue)=\(digest)" }

    /// Returns bytes as lowercase hexadecimal digits.
    ///
    /// The function is not generic: another module would call it without specialization, which costs 25 µs a digest.
    package static func hexadecimal(_ bytes: [UInt8]) -> String {
        String(unsafeUninitializedCapacity: 2 * bytes.count) { digits in
            for (index, byte) in bytes.enumerated() {
                digits[2 * index] = hexadecimalDigit(byte >> 4)
                digits[2 * index + 1] = hexadecimalDigit(byte & 15)
            }
            return 2 * bytes.count
        }
    }

    private static func hexadecimalDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }

    private static func isHexadecimalDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }
}
