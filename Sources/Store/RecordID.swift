/// Ids of snapshots and queue items: twelve random characters.
package enum RecordID {
    /// Digits and lowercase letters without i, l, o and u, which are easily misread.
    package static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
    /// The length of an id: twelve characters carry 60 bits, so that collisions practically never happen.
    package static let length = 12

    /// Returns a new id.
    package static func random() -> String {
        var generator = SystemRandomNumberGenerator()
        return random(using: &generator)
    }

    /// Returns a new id.
    ///
    /// - Parameter generator: The source of randomness.
    /// - Returns: Twelve characters.
    package static func random(using generator: inout some RandomNumberGenerator) -> String {
        var bits = generator.next() as UInt64
        return String(unsafeUninitializedCapacity: length) { characters in
            for place in 0..<length {
                characters[place] = alphabet[Int(bits & 31)]
                bits >>= 5
            }
            return length
        }
    }
}
