/// Entity tags (RFC 9110, section 8.8.3).
package enum EntityTag {
    /// Returns true if a field value is a well-formed strong entity tag, the only kind that If-Range may contain.
    ///
    /// - Parameter value: The value of ETag.
    /// - Returns: False for weak and malformed ones.
    package static func isStrong(_ value: String) -> Bool {
        let bytes = value.utf8
        guard bytes.count >= 2, bytes.first == UInt8(ascii: "\""), bytes.last == UInt8(ascii: "\"") else {
            return false
        }
        // etagc: %x21 / %x23-7E / obs-text
        return bytes.dropFirst().dropLast().allSatisfy { $0 == 0x21 || (0x23...0x7E).contains($0) || $0 >= 0x80 }
    }
}
