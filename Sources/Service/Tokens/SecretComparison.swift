/// Comparison of secrets in a time that does not depend on where they differ.
enum SecretComparison {
    /// Says whether two texts are equal.
    ///
    /// - Parameters:
    ///   - candidate: What was presented.
    ///   - secret: The secret. Its length is none.
    /// - Returns: Whether their bytes are the same.
    static func areEqual(_ candidate: some StringProtocol, _ secret: some StringProtocol) -> Bool {
        let presented = Array(candidate.utf8)
        let expected = Array(secret.utf8)
        guard presented.count == expected.count else { return false }
        var difference: UInt8 = 0
        for index in expected.indices { difference |= expected[index] ^ presented[index] }
        return difference == 0
    }
}
