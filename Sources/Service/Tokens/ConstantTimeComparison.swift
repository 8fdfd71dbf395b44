/// A comparison of secrets whose duration does not depend on the position of the first difference.
enum ConstantTimeComparison {
    /// Returns true if two texts are equal.
    ///
    /// - Parameters:
    ///   - candidate: The text that a request contains.
    ///   - secret: The secret, whose length is public.
    /// - Returns: True if their bytes are the same.
    static func areEqual(_ candidate: some StringProtocol, _ secret: some StringProtocol) -> Bool {
        let presented = Array(candidate.utf8)
        let expected = Array(secret.utf8)
        guard presented.count == expected.count else { return false }
        var difference: UInt8 = 0
        for index in expected.indices { difference |= expected[index] ^ presented[index] }
        return difference == 0
    }
}
