/// A secret of 256 random bits, written in the URL-safe alphabet of Base64 (RFC 4648 section 5) without padding.
package struct Token: Sendable {
    /// The characters of a token: 43 carry 256 bits.
    package static let length = 43

    /// The secret itself.
    package let text: String

    /// Makes a new secret from the system's random numbers.
    package init() {
        var generator = SystemRandomNumberGenerator()
        let bytes = (0..<4).flatMap { _ in
            withUnsafeBytes(of: generator.next()) { Array($0) }
        }
        text = Self.base64URL(bytes)
    }

    /// Reads a secret that was stored; nil unless the characters are exactly a token's.
    ///
    /// - Parameter text: The stored characters.
    package init?(stored text: String) {
        guard text.utf8.count == Self.length, text.utf8.allSatisfy(Self.alphabet.contains) else { return nil }
        self.text = text
    }

    /// Says whether the text is this secret, in a time that does not depend on where the two differ.
    ///
    /// - Parameter candidate: What was presented.
    /// - Returns: Whether they are equal.
    package func matches(_ candidate: some StringProtocol) -> Bool {
        SecretComparison.areEqual(candidate, text)
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
