/// A percent-encode set of the URL Standard (1.3), which consists of ASCII characters and every byte above 0x7E.
package struct PercentEncodeSet: Sendable {
    private let low: UInt64
    private let high: UInt64

    private init(_ characters: StaticString, adding base: PercentEncodeSet? = nil) {
        // C0 controls and DEL are in every set.
        var low = base?.low ?? 0xFFFF_FFFF
        var high = base?.high ?? 1 << 63
        characters.withUTF8Buffer { bytes in
            for byte in bytes {
                if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte - 64) }
            }
        }
        self.low = low
        self.high = high
    }

    /// Returns true if a byte, of UTF-8 or of another encoding, must be percent-encoded.
    @inline(__always)
    package func contains(_ byte: UInt8) -> Bool {
        if byte >= 0x80 { return true }
        return ((byte < 64 ? low : high) >> UInt64(byte & 63)) & 1 != 0
    }

    /// The C0 control percent-encode set, for opaque hosts and paths.
    package static let c0Control = PercentEncodeSet("")
    /// The fragment percent-encode set.
    package static let fragment = PercentEncodeSet(" \"<>`", adding: c0Control)
    /// The query percent-encode set.
    package static let query = PercentEncodeSet(" \"#<>", adding: c0Control)
    /// The special-query percent-encode set, for queries of special schemes.
    package static let specialQuery = PercentEncodeSet("'", adding: query)
    /// The path percent-encode set.
    package static let path = PercentEncodeSet("?^`{}", adding: query)
    /// The userinfo percent-encode set.
    package static let userinfo = PercentEncodeSet("/:;=@[\\]|", adding: path)
    /// The component percent-encode set, with which encoding is equivalent to JavaScript's `encodeURIComponent`.
    package static let component = PercentEncodeSet("$%&+,", adding: userinfo)
}
