/// Percent-encoding and -decoding of the URL Standard (1.3).
package enum PercentEncoding {
    /// Decodes `%XX` sequences; a `%` without two hexadecimal digits after it is kept.
    ///
    /// - Parameter bytes: The bytes, such as those of a path or a host.
    /// - Returns: The decoded bytes, which need not be UTF-8.
    package static func decode(_ bytes: some Collection<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        while index != bytes.endIndex {
            let byte = bytes[index]
            bytes.formIndex(after: &index)
            guard byte == UInt8(ascii: "%"), index != bytes.endIndex, let high = hexValue(bytes[index]) else {
                result.append(byte)
                continue
            }
            let second = bytes.index(after: index)
            guard second != bytes.endIndex, let low = hexValue(bytes[second]) else {
                result.append(byte)
                continue
            }
            result.append(high << 4 | low)
            index = bytes.index(after: second)
        }
        return result
    }

    /// Decodes the `%XX` sequences of a text to bytes, which need not be UTF-8.
    package static func decode(_ text: String) -> [UInt8] { decode(text.utf8) }

    /// Percent-encodes a text after encoding it in UTF-8.
    ///
    /// - Parameters:
    ///   - text: The text, with or without characters beyond ASCII.
    ///   - set: The characters to encode.
    /// - Returns: ASCII text.
    package static func encode(_ text: String, set: PercentEncodeSet) -> String { encode(text.utf8, set: set) }

    /// Percent-encodes bytes.
    ///
    /// - Parameters:
    ///   - bytes: Text in UTF-8 or another encoding.
    ///   - set: The bytes to encode.
    /// - Returns: ASCII text.
    package static func encode(_ bytes: some Collection<UInt8>, set: PercentEncodeSet) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        for byte in bytes {
            if set.contains(byte) {
                result.append(UInt8(ascii: "%"))
                result.append(upperHexDigit(byte >> 4))
                result.append(upperHexDigit(byte & 15))
            } else {
                result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Returns the value of a hexadecimal digit; nil for any other byte.
    @inline(__always)
    static func hexValue(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// Returns the hexadecimal digit, in upper case, of a value below 16.
    @inline(__always)
    static func upperHexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }
}

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
    static let c0Control = PercentEncodeSet("")
    /// The fragment percent-encode set.
    package static let fragment = PercentEncodeSet(" \"<>`", adding: c0Control)
    /// The query percent-encode set.
    package static let query = PercentEncodeSet(" \"#<>", adding: c0Control)
    /// The special-query percent-encode set, for queries of special schemes.
    static let specialQuery = PercentEncodeSet("'", adding: query)
    /// The path percent-encode set.
    package static let path = PercentEncodeSet("?^`{}", adding: query)
    /// The userinfo percent-encode set.
    static let userinfo = PercentEncodeSet("/:;=@[\\]|", adding: path)
    /// The component percent-encode set, with which encoding is equivalent to JavaScript's `encodeURIComponent`.
    static let component = PercentEncodeSet("$%&+,", adding: userinfo)
}
