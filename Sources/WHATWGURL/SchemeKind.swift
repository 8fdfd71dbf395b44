/// The special schemes of the URL Standard (4.2), and one case for all others.
enum SchemeKind: UInt8, Sendable {
    case other, http, https, ws, wss, ftp, file

    /// Creates the kind of a scheme.
    ///
    /// - Parameter scheme: The scheme in lower case, without its colon.
    init(_ scheme: UnsafeBufferPointer<UInt8>) {
        // The bytes are packed into one integer, because no special scheme is longer than five bytes.
        guard scheme.count <= 5 else {
            self = .other
            return
        }
        switch scheme.reduce(UInt64(0), { $0 << 8 | UInt64($1) }) {
        case 0x68_7474_70: self = .http
        case 0x68_7474_7073: self = .https
        case 0x7773: self = .ws
        case 0x77_7373: self = .wss
        case 0x66_7470: self = .ftp
        case 0x6669_6c65: self = .file
        default: self = .other
        }
    }

    var isSpecial: Bool { self != .other }

    var defaultPort: UInt16? {
        switch self {
        case .http, .ws: 80
        case .https, .wss: 443
        case .ftp: 21
        case .file, .other: nil
        }
    }

    /// True if a query is encoded in the document's encoding (URL Standard, query state).
    var usesDocumentEncoding: Bool {
        switch self {
        case .http, .https, .ftp, .file: true
        case .ws, .wss, .other: false
        }
    }

    /// Returns true if a byte separates path segments and ends an authority under this scheme.
    @inline(__always)
    func isSlash(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || (byte == UInt8(ascii: "\\") && isSpecial)
    }
}
