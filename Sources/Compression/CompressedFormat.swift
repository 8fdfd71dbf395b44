import CLibZ

/// The format around compressed data.
package enum CompressedFormat: Sendable {
    /// RFC 1952.
    case gzip
    /// RFC 1950.
    case zlib
    /// RFC 1951, without a header.
    case raw

    var wrapper: leftoff_inflate_wrapper {
        switch self {
        case .gzip: LEFTOFF_INFLATE_GZIP
        case .zlib: LEFTOFF_INFLATE_ZLIB
        case .raw: LEFTOFF_INFLATE_RAW
        }
    }
}
