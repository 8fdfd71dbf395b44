/// An encoding of the Encoding Standard, identified by its name in the standard.
package enum CharacterEncoding: String, Sendable, Hashable, CaseIterable {
    case utf8 = "UTF-8"
    case ibm866 = "IBM866"
    case iso8859_2 = "ISO-8859-2"
    case iso8859_3 = "ISO-8859-3"
    case iso8859_4 = "ISO-8859-4"
    case iso8859_5 = "ISO-8859-5"
    case iso8859_6 = "ISO-8859-6"
    case iso8859_7 = "ISO-8859-7"
    case iso8859_8 = "ISO-8859-8"
    case iso8859_8i = "ISO-8859-8-I"
    case iso8859_10 = "ISO-8859-10"
    case iso8859_13 = "ISO-8859-13"
    case iso8859_14 = "ISO-8859-14"
    case iso8859_15 = "ISO-8859-15"
    case iso8859_16 = "ISO-8859-16"
    case koi8r = "KOI8-R"
    case koi8u = "KOI8-U"
    case macintosh = "macintosh"
    case windows874 = "windows-874"
    case windows1250 = "windows-1250"
    case windows1251 = "windows-1251"
    case windows1252 = "windows-1252"
    case windows1253 = "windows-1253"
    case windows1254 = "windows-1254"
    case windows1255 = "windows-1255"
    case windows1256 = "windows-1256"
    case windows1257 = "windows-1257"
    case windows1258 = "windows-1258"
    case macCyrillic = "x-mac-cyrillic"
    case gbk = "GBK"
    case gb18030 = "gb18030"
    case big5 = "Big5"
    case eucJP = "EUC-JP"
    case iso2022JP = "ISO-2022-JP"
    case shiftJIS = "Shift_JIS"
    case eucKR = "EUC-KR"
    case replacement = "replacement"
    case utf16BE = "UTF-16BE"
    case utf16LE = "UTF-16LE"
    case userDefined = "x-user-defined"

    /// Creates an encoding from a label (Encoding Standard, 4.2); nil if the standard does not list the label.
    ///
    /// - Parameter label: The label as written in a document. Case and surrounding white space are ignored.
    package init?(label: some StringProtocol) {
        var bytes = Array(label.utf8)
        while let last = bytes.last, ASCII.isWhitespace(last) { bytes.removeLast() }
        let start = bytes.firstIndex { !ASCII.isWhitespace($0) } ?? bytes.endIndex
        let key = String(decoding: bytes[start...].map(ASCII.lowercase), as: UTF8.self)
        guard let found = EncodingLabels.encodings[key] else { return nil }
        self = found
    }

    /// The encoding of queries in links of a document in this encoding (Encoding Standard, 4.3).
    package var outputEncoding: CharacterEncoding {
        switch self {
        case .utf16BE, .utf16LE, .replacement: .utf8
        default: self
        }
    }

    /// True if unescaped ASCII text is encoded as itself.
    var extendsASCII: Bool {
        switch self {
        case .utf16BE, .utf16LE, .replacement, .iso2022JP: false
        default: true
        }
    }

    /// The algorithm that decodes the encoding.
    var scheme: Scheme {
        switch self {
        case .utf8: .utf8
        case .utf16BE: .utf16(bigEndian: true)
        case .utf16LE: .utf16(bigEndian: false)
        case .replacement: .replacement
        case .userDefined: .userDefined
        case .gbk, .gb18030, .big5, .eucJP, .shiftJIS, .eucKR: .multiByte
        case .iso2022JP: .iso2022JP
        case .iso8859_8i: .singleByte("ISO-8859-8")
        case .macintosh: .singleByte("MACINTOSH")
        case .macCyrillic: .singleByte("MAC-CYRILLIC")
        case .windows874: .singleByte("CP874")
        case .windows1250, .windows1251, .windows1252, .windows1253, .windows1254, .windows1255, .windows1256,
            .windows1257, .windows1258:
            .singleByte("CP\(rawValue.dropFirst("windows-".count))")
        default: .singleByte(rawValue)
        }
    }

    /// An algorithm that decodes an encoding.
    ///
    /// The value of a single-byte encoding is the name of the C library's converter.
    enum Scheme: Hashable {
        case utf8, replacement, userDefined, multiByte, iso2022JP
        case utf16(bigEndian: Bool)
        case singleByte(String)
    }
}
