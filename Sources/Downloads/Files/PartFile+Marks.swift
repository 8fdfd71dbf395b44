/// The marks of a file that is downloaded in pieces: for each piece, the number of bytes that have been written.
///
/// They are stored behind the offset of the file's last byte and truncated before the file is renamed. They are not
/// made durable, so they are valid only until the machine restarts. After a process was killed, they cover bytes that
/// were written since the last checkpoint.
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
    /// - Returns: The number of bytes written of each piece; 0 for a piece without a mark.
    /// - Throws: ``QueueFailure``.
    func marks(of pieces: Int, total: Int64) throws -> [Int64] {
        try Self.marks(of: pieces, total: total, read: read)
    }

    /// Reads the marks of a file; see ``marks(of:total:)``.
    ///
    /// - Parameters:
    ///   - pieces: The number of pieces.
    ///   - total: The size of the file.
    ///   - read: Reads bytes at an offset, and returns their number.
    /// - Returns: The number of bytes written of each piece; 0 for a piece without a mark.
    /// - Throws: The errors of `read`.
    static func marks(
        of pieces: Int, total: Int64, read: (UnsafeMutableRawBufferPointer, Int64) throws -> Int
    ) rethrows -> [Int64] {
        var marks = [Int64](repeating: 0, count: pieces)
        let count = try marks.withUnsafeMutableBytes { try read($0, total) }
        return marks.enumerated().map { $0.offset < count / 8 ? Int64(littleEndian: $0.element) : 0 }
    }
}
