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
        digest = Self.hexadecimal(bytes)
    }

    package var description: String { "\(algorithm.rawValue)=\(digest)" }

    /// Returns bytes as lowercase hexadecimal digits.
    package static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    private static func isHexadecimalDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }
}
