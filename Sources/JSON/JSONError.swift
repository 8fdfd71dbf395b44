/// An error that occurs when a text cannot be read as JSON.
package enum JSONError: Error, Hashable, CustomStringConvertible {
    /// The text has more bytes than the reader's limit.
    case tooLarge(byteCount: Int, limit: Int)
    /// The text is not JSON, or violates a restriction of the reader. `byte` is the offset of the error, from 0.
    case malformed(reason: String, byte: Int)

    /// The reason, on one line.
    package var description: String {
        switch self {
        case .tooLarge(let byteCount, let limit): "too large: \(byteCount) bytes, at most \(limit) are accepted"
        case .malformed(let reason, let byte): "not valid JSON: \(reason) at byte \(byte)"
        }
    }
}
