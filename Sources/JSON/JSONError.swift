/// An error that occurs when a text cannot be read as JSON.
package enum JSONError: Error, Hashable, CustomStringConvertible {
    /// The text has more bytes than the reader's limit.
    case tooLarge(byteCount: Int, limit: Int)
    /// The text is not JSON, or not within the reader's restrictions: the reason, and the offset of the byte, from 0.
    case malformed(reason: String, byte: Int)

    /// The reason, on one line.
    package var description: String {
        switch self {
        case .tooLarge(let byteCount, let limit): "too large: \(byteCount) bytes, at most \(limit) are accepted"
        case .malformed(let reason, let byte): "not valid JSON: \(reason) at byte \(byte)"
        }
    }
}
