/// The marks of a file that is downloaded in pieces: after the offset of its last byte, the number of bytes written
/// of each
/// piece.
///
/// They are not made durable, so they are valid only until the machine restarts. After a killed process they show
/// bytes
/// that the last checkpoint does not. They are cut off before the file is renamed.
extension PartFile {
    /// Writes the number of bytes of a piece.
    func mark(_ piece: Int, count: Int64, total: Int64) throws {
        var value = count.littleEndian
        try withUnsafeBytes(of: &value) { try write($0, at: total + Int64(piece) * 8) }
    }

    /// Reads the marks.
    ///
    /// - Parameters:
    ///   - pieces: The number of pieces.
    ///   - total: The size of the file.
    /// - Returns: The number of bytes written of each piece; 0 without a mark.
    /// - Throws: ``QueueFailure``.
    func marks(of pieces: Int, total: Int64) throws -> [Int64] {
        var marks = [Int64](repeating: 0, count: pieces)
        let count = try marks.withUnsafeMutableBytes { try read(into: $0, at: total) }
        return marks.enumerated().map { $0.offset < count / 8 ? Int64(littleEndian: $0.element) : 0 }
    }
}
