/// The text of a copy, collapsed as the scripts collapse a page's text (`js/anchoring/text-index.js`).
///
/// Each character leads back to the piece of the copy that contains it.
struct CopyText {
    /// A character of a piece.
    struct Position: Equatable {
        /// The index of the piece.
        var piece: Int
        /// The offset in the piece, in UTF-16 units.
        var offset: Int
    }

    /// The text, in UTF-16 units.
    private(set) var units: [UInt16] = []
    /// The offset of each unit in its piece.
    private var offsets: [Int32] = []
    /// The units at which the pieces with text start, ascending.
    private var starts: [(unit: Int, piece: Int)] = []
    private var pieceCount = 0
    private var isAfterSpace = false

    /// Appends the next piece.
    ///
    /// - Parameter text: The piece as it is shown; it gets the next index even if it has no text.
    mutating func append(_ text: String) {
        var hasStarted = false
        var offset: Int32 = 0
        for unit in text.utf16 {
            defer { offset += 1 }
            if Self.isIgnored(unit) { continue }
            if Self.isWhiteSpace(unit) {
                isAfterSpace = true
                continue
            }
            if !hasStarted {
                if isAfterSpace, !units.isEmpty {
                    appendUnit(0x20, at: 0, startsPiece: true)
                } else {
                    starts.append((units.count, pieceCount))
                }
                hasStarted = true
            } else if isAfterSpace {
                appendUnit(0x20, at: offset, startsPiece: false)
            }
            isAfterSpace = false
            units.append(unit)
            offsets.append(offset)
        }
        pieceCount += 1
    }

    /// Separates the next piece from the previous one, as the end of a block does.
    mutating func endBlock() { isAfterSpace = true }

    private mutating func appendUnit(_ unit: UInt16, at offset: Int32, startsPiece: Bool) {
        if startsPiece { starts.append((units.count, pieceCount)) }
        units.append(unit)
        offsets.append(offset)
    }

    /// Returns the character of a piece at an offset of the text.
    ///
    /// - Parameter unit: An offset in ``units``.
    /// - Returns: The position; nil if the offset is outside the text.
    func position(of unit: Int) -> Position? {
        guard units.indices.contains(unit) else { return nil }
        var (low, high) = (0, starts.count)
        while low < high {
            let middle = (low + high) / 2
            if starts[middle].unit <= unit { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return nil }
        return Position(piece: starts[low - 1].piece, offset: Int(offsets[unit]))
    }

    /// Returns true for a character that is removed: a soft hyphen, a zero-width space, a word joiner.
    static func isIgnored(_ unit: UInt16) -> Bool {
        unit == 0xAD || unit == 0x200B || unit == 0x2060 || unit == 0
    }

    /// Returns true for white space (ECMAScript, section 22.2.2.9, `\s`).
    static func isWhiteSpace(_ unit: UInt16) -> Bool {
        switch unit {
        case 0x09...0x0D, 0x20, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000, 0xFEFF: true
        default: false
        }
    }
}
