/// A media type, or all types of one top level: `application/pdf`, `image/*`, `image`.
package struct MediaTypePattern: Sendable, Hashable {
    private let top: String
    /// The part behind the slash; nil for any.
    private let subtype: String?

    /// Reads a pattern; nil if it is none.
    ///
    /// - Parameter text: The pattern in lower case.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        // The characters of a media type's name (RFC 6838, 4.2).
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

    /// Tells whether a type is of the pattern.
    ///
    /// - Parameter type: A type without parameters, in lower case.
    /// - Returns: True if it is.
    package func matches(_ type: String) -> Bool {
        if let subtype { return type == top + "/" + subtype }
        return type.hasPrefix(top + "/")
    }
}
