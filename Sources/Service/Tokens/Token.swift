/// A secret of 256 random bits, in URL-safe Base64 (RFC 4648, section 5) without padding.
package struct Token: Sendable {
    /// The length of a token: 43 characters carry 256 bits.
    package static let length = 43

    /// The characters of the token.
    package let text: String

    /// Creates a new token from the system's random number generator.
    package init() {
        var generator = SystemRandomNumberGenerator()
        let bytes = (0..<4).flatMap { _ in
            withUnsafeBytes(of: generator.next()) { Array($0) }
        }
        text = Self.base64URL(bytes)
    }

    /// Creates a token from stored text; nil if the text does not have the format of a token.
    package init?(stored text: String) {
        guard text.utf8.count == Self.length, text.utf8.allSatisfy(Self.alphabet.contains) else { return nil }
        self.text = text
    }

    /// Returns true if a text is equal to this token, in a time that does not depend on the position of the first
    /// difference.
    ///
    /// - Parameter candidate: The text that a request contains.
    /// - Returns: True if they are equal.
    package func matches(_ candidate: some StringProtocol) -> Bool {
        ConstantTimeComparison.areEqual(candidate, text)
    }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    private static func base64URL(_ bytes: [UInt8]) -> String {
        var characters: [UInt8] = []
        var buffer: UInt32 = 0
        var bitCount = 0
        for byte in bytes {
            buffer = buffer << 8 | UInt32(byte)
            bitCount += 8
            while bitCount >= 6 {
                bitCount -= 6
                characters.append(alphabet[Int(buffer >> UInt32(bitCount) & 63)])
            }
        }
        if bitCount > 0 { characters.append(alphabet[Int(buffer << UInt32(6 - bitCount) & 63)]) }
        return String(decoding: characters, as: UTF8.self)
    }
}
