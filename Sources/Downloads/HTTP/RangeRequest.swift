/// What a request asks a server for.
package enum RangeRequest: Sendable, Hashable {
    /// The whole, without a content coding.
    case all
    /// The whole, without a content coding, on one connection.
    case allAlone
    /// The whole, in any content coding that libcurl decodes.
    case allCompressed
    /// What is not on disk yet, and a little of what is, to be compared: the bytes from this one on; with If-Range, or
    /// without it where the server does not understand that.
    case rest(from: Int64, conditional: Bool)

    /// True when the request carries Range.
    package var wantsRange: Bool {
        switch self {
        case .all, .allAlone, .allCompressed: false
        case .rest: true
        }
    }

    /// The value of the request's Range field.
    ///
    /// - Parameter end: The end of the wanted bytes; nil for all the rest.
    /// - Returns: nil when the whole is asked for.
    func range(to end: Int64?) -> String? {
        guard case .rest(let start, _) = self else { return nil }
        return "bytes=\(start)-\(end.map { "\($0 - 1)" } ?? "")"
    }

    /// How much of what is on disk is asked for again.
    ///
    /// It shows whether the server still has the same bytes, whatever its validators say.
    package static let overlapBytes: Int64 = 64 << 10

    /// Asks for what is missing behind so many bytes.
    ///
    /// - Parameters:
    ///   - count: How many bytes are on disk, at least 1.
    ///   - conditional: True for If-Range.
    /// - Returns: The rest. It never begins with the first byte, since servers answer that with the whole.
    package static func rest(behind count: Int64, conditional: Bool) -> RangeRequest {
        .rest(from: max(1, count - overlapBytes), conditional: conditional)
    }
}
