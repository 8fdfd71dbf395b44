/// A factory of `javascript:` URLs.
enum BookmarkletAddress {
    /// The bytes that are not percent-encoded.
    ///
    /// They are the URL code points (URL Standard, section 4.3), except those that end a URL in plain text, start a
    /// fragment, or have a meaning in a shell or in HTML.
    private static let plain: Set<UInt8> = Set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!$()*+,-./:;=?@_~[]{}|".utf8)

    /// Returns the URL that evaluates an expression in the page.
    ///
    /// - Parameter expression: A JavaScript expression. Its value is discarded, because browsers would show it instead
    ///   of the page.
    /// - Returns: A URL of ASCII characters.
    static func make(_ expression: String) -> String {
        var bytes = Array("javascript:".utf8)
        for byte in "void\(expression)".utf8 {
            if plain.contains(byte) {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%"), hexDigits[Int(byte >> 4)], hexDigits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static let hexDigits = Array("0123456789ABCDEF".utf8)
}
