/// Ids of snapshots and queue items: twelve random characters.
///
/// ```swift
/// let id = RecordID.random()
/// if let range = RecordID.range(ofPrefix: String(id.prefix(4))) {
///     precondition(range.contains(id))
/// }
/// ```
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

    /// Returns true if a stored id can be entered as a command prints it.
    ///
    /// - Parameter id: The id of a row, which may be damaged.
    /// - Returns: True for visible ASCII characters and spaces, but false for `@`, which means the newest record.
    package static func canBeEntered(_ id: String) -> Bool {
        !id.isEmpty && id != "@" && id.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    }

    /// Returns the range of ids that begin with some characters, in the order of their bytes.
    ///
    /// - Parameter prefix: An id or a prefix of one, in any letter case.
    /// - Returns: The range; nil for an empty prefix and one with characters that ids do not contain.
    package static func range(ofPrefix prefix: String) -> Range<String>? {
        let key = prefix.lowercased()
        guard !key.isEmpty, key.utf8.count <= length, key.utf8.allSatisfy(alphabet.contains) else { return nil }
        // "{" follows "z", the last character of the alphabet.
        return key..<(key + "{")
    }

    // MARK: Records whose ids cannot be entered

    private static let positionPrefix = "at position "

    /// Returns the name of a record whose id cannot be entered, such as `at position 7`.
    package static func name(ofPosition position: Int64) -> String { "\(positionPrefix)\(position)" }

    /// Returns the position in a name that ``name(ofPosition:)`` returned; nil for any other text.
    package static func position(ofName name: String) -> Int64? {
        name.hasPrefix(positionPrefix) ? Int64(name.dropFirst(positionPrefix.count)) : nil
    }
}
