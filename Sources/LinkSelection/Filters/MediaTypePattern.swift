/// A pattern for a media type, or for all subtypes of a top-level type: `application/pdf`, `image/*`, `image`.
package struct MediaTypePattern: Sendable, Hashable {
    private let top: String
    /// The subtype; nil matches any.
    private let subtype: String?

    /// Creates a pattern; nil if the text is not a valid pattern.
    ///
    /// - Parameter text: The pattern in lower case.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        // The characters of media type names (RFC 6838, section 4.2).
        let isName = { (part: Substring) in
            !part.isEmpty
                && part.utf8.allSatisfy {
                    (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || "!#$&-^_.+".utf8.contains($0)
                }
        }
        guard let first = parts.first, parts.count <= 2, isName(first) else { return nil }
        top = String(first)
        if parts.count == 1 || parts[1] == "*" {
            subtype = nil
        } else {
            guard isName(parts[1]) else { return nil }
            subtype = String(parts[1])
        }
    }

    /// Returns true if a media type matches the pattern.
    ///
    /// - Parameter type: A media type in lower case, without parameters.
    /// - Returns: True if it matches.
    package func matches(_ type: String) -> Bool {
        if let subtype { return type == top + "/" + subtype }
        return type.hasPrefix(top + "/")
    }
}
