/// The part of a file that a request covers, and its precondition.
package enum RangeRequest: Sendable, Hashable {
    /// The whole file, without a content coding.
    case all
    /// The whole file, without a content coding, on a single connection.
    case allUnsplit
    /// The whole file, in any content coding that libcurl decodes.
    case allCompressed
    /// The bytes from an offset shortly before the missing ones, so that some bytes can be compared. `conditional` is
    /// false if the server ignores If-Range.
    case rest(from: Int64, conditional: Bool)

    /// True if the request has a Range field.
    package var hasRange: Bool {
        switch self {
        case .all, .allUnsplit, .allCompressed: false
        case .rest: true
        }
    }

    /// Returns the value of the Range field, or nil for a whole file; `end` is exclusive, and nil means the end of the
    /// file.
    func range(to end: Int64?) -> String? {
        guard case .rest(let start, _) = self else { return nil }
        return "bytes=\(start)-\(end.map { "\($0 - 1)" } ?? "")"
    }

    /// The number of bytes on disk that are requested again.
    ///
    /// Comparing them shows that the file is unchanged, without relying on the server's validators.
    package static let overlapBytes: Int64 = 64 << 10

    /// Returns the request for the bytes after those on disk.
    ///
    /// - Parameters:
    ///   - count: The number of bytes on disk, at least 1.
    ///   - conditional: True for a request with If-Range.
    /// - Returns: The request. It never begins at 0, because many servers then send the whole file.
    package static func remainder(after count: Int64, conditional: Bool) -> RangeRequest {
        .rest(from: max(1, count - overlapBytes), conditional: conditional)
    }
}
