/// `javascript:` addresses.
enum BookmarkletAddress {
    /// What stands for itself: URL code points (URL Standard, section 4.3) other than those that end an address in plain
    /// text, start a fragment, or mean something to a shell's or HTML's quoting.
    private static let plain: Set<UInt8> = Set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!$()*+,-./:;=?@_~[]{}|".utf8)

    /// Returns the address that runs a program in the page.
    ///
    /// - Parameter program: JavaScript without a value, else browsers show the value in place of the page.
    /// - Returns: An address of ASCII characters.
    static func make(_ program: String) -> String {
        var bytes = Array("javascript:".utf8)
        for byte in program.utf8 {
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
