/// An error that prevents compressed data from being read to the end.
///
/// Everything that was decompressed before the error is valid.
package enum CompressionError: Error, Hashable, CustomStringConvertible {
    /// The data is not compressed or is damaged.
    case corrupt(byte: Int)
    /// The data ends too early.
    case truncated
    /// The data expands so much that it must be malicious.
    case bomb(ratio: Int)
    /// The data expands to more bytes than its reader accepts.
    case tooLong(limit: Int)
    /// Memory could not be allocated.
    case outOfMemory

    /// The error in one line.
    package var description: String {
        switch self {
        case .corrupt(let byte): "the compressed data is damaged before byte \(byte)"
        case .truncated: "the compressed data ends too early"
        case .bomb(let ratio): "the compressed data grows more than \(ratio) times"
        case .tooLong(let limit): "the compressed data has more than \(limit) bytes"
        case .outOfMemory: "out of memory"
        }
    }
}
