/// The marks of a file that comes in pieces: behind the place of its last byte stands, for each piece, how much of it was
/// written.
///
/// They are not made durable, so they count only until the machine starts anew. After a killed process they tell what the
/// last checkpoint does not. They are cut off before the file gets its name.
extension PartFile {
    /// Takes down how much of a piece is written.
    func mark(_ piece: Int, count: Int64, total: Int64) throws {
        var value = count.littleEndian
        try withUnsafeBytes(of: &value) { try write($0, at: total + Int64(piece) * 8) }
    }

    /// Reads the marks.
    ///
    /// - Parameters:
    ///   - pieces: The number of pieces.
    ///   - total: The size of the file.
    /// - Returns: How much of each piece was written; 0 where there is no mark.
    /// - Throws: ``QueueFailure``.
    func marks(of pieces: Int, total: Int64) throws -> [Int64] {
        var marks = [Int64](repeating: 0, count: pieces)
        let count = try marks.withUnsafeMutableBytes { try read(into: $0, at: total) }
        return marks.enumerated().map { $0.offset < count / 8 ? Int64(littleEndian: $0.element) : 0 }
    }
}
