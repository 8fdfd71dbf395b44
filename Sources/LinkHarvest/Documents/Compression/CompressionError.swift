/// Why compressed data could not be read to its end.
///
/// What came out before is right.
package enum CompressionError: Error, Hashable, CustomStringConvertible {
    /// The data is no compressed data, or damaged.
    case corrupt(byte: Int)
    /// The data ends too early.
    case truncated
    /// The data grows so much that it was made to do harm.
    case bomb(ratio: Int)
    /// There was no memory.
    case outOfMemory

    /// What is wrong, on one line.
    package var description: String {
        switch self {
        case .corrupt(let byte): "the compressed data is damaged before byte \(byte)"
        case .truncated: "the compressed data ends too early"
        case .bomb(let ratio): "the compressed data grows more than \(ratio) times"
        case .outOfMemory: "out of memory"
        }
    }
}
