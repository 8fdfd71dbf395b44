/// An error of the connection to a browser, or of one of its messages.
package enum NativeMessagingError: Error, Hashable, CustomStringConvertible {
    /// The input ended inside the four bytes of a length.
    case truncatedLength(byteCount: Int)
    /// The input ended inside a message.
    case truncatedMessage(byteCount: Int, length: Int)
    /// The announced length of a message is over the limit.
    case tooLarge(length: Int, limit: Int)
    /// The browser stopped reading before it received a complete response.
    case closed
    /// The system cannot read or write.
    case system(operation: String, reason: String)
    /// A message is not a valid request; `id` is nil if the message has none.
    case invalidRequest(id: Int?, reason: String)

    package var description: String {
        switch self {
        case .truncatedLength(let byteCount): "the input ended after \(byteCount) of the 4 bytes of a length"
        case .truncatedMessage(let byteCount, let length):
            "the input ended after \(byteCount) of the \(length) bytes of a message"
        case .tooLarge(let length, let limit): "a message of \(length) bytes is over the limit of \(limit) bytes"
        case .closed: "the browser closed the connection before it received a response"
        case .system(let operation, let reason): "cannot \(operation): \(reason)"
        case .invalidRequest(_, let reason): reason
        }
    }
}
