/// A decoder of ISO-2022-JP (Encoding Standard, 12.2.1), which keeps the current character set.
struct ISO2022JPDecoder: SourceDecoder {
    /// A character set that an escape sequence selects.
    private enum CharacterSet {
        case ascii, roman, katakana, jis0208
    }

    private let index: CharacterIndex
    private var set = CharacterSet.ascii
    /// True if an escape sequence was the last thing that was decoded; a second one in a row is malformed.
    private var followsEscape = false

    /// Creates a decoder.
    ///
    /// - Throws: ``MarkupError/converterUnavailable(encoding:)``.
    init() throws {
        index = try .jis0208()
    }

    mutating func decode(
        _ source: UnsafeBufferPointer<UInt8>, from position: inout Int, into output: inout [UInt8], limit: Int,
        isLast: Bool
    ) {
        while position < source.count, output.count < limit {
            let byte = source[position]
            let isWholeCharacter =
                if byte == 0x1B {
                    escape(source, at: &position, into: &output, isLast: isLast)
                } else if set == .jis0208, 0x21...0x7E ~= byte {
                    twoBytes(source, at: &position, into: &output, isLast: isLast)
                } else {
                    oneByte(byte, at: &position, into: &output)
                }
            guard isWholeCharacter else { return }
        }
    }

    private mutating func oneByte(_ byte: UInt8, at position: inout Int, into output: inout [UInt8]) -> Bool {
        position += 1
        followsEscape = false
        switch (set, byte) {
        case (.roman, 0x5C): append(0xA5, to: &output)
        case (.roman, 0x7E): append(0x203E, to: &output)
        case (.katakana, 0x21...0x5F): append(0xFF61 - 0x21 + UInt32(byte), to: &output)
        case (.ascii, ..<0x80) where byte != 0x0E && byte != 0x0F,
            (.roman, ..<0x80) where byte != 0x0E && byte != 0x0F:
            append(UInt32(byte), to: &output)
        default: appendReplacement(to: &output)
        }
        return true
    }

    /// Decodes a character of jis0208.
    ///
    /// - Returns: False if the next part is needed.
    private mutating func twoBytes(
        _ source: UnsafeBufferPointer<UInt8>, at position: inout Int, into output: inout [UInt8], isLast: Bool
    ) -> Bool {
        guard position + 1 < source.count || isLast else { return false }
        let lead = source[position]
        followsEscape = false
        position += 1
        // An escape sequence after one byte is decoded on its own.
        guard position < source.count, source[position] != 0x1B else {
            appendReplacement(to: &output)
            return true
        }
        let trail = source[position]
        position += 1
        let pointer = Int(lead - 0x21) * 94 + Int(trail) - 0x21
        if 0x21...0x7E ~= trail, let scalar = index.scalar(of: pointer) {
            append(scalar, to: &output)
        } else {
            appendReplacement(to: &output)
        }
        return true
    }

    /// Decodes an escape sequence.
    ///
    /// - Returns: False if the next part is needed.
    private mutating func escape(
        _ source: UnsafeBufferPointer<UInt8>, at position: inout Int, into output: inout [UInt8], isLast: Bool
    ) -> Bool {
        let first = position + 1 < source.count ? source[position + 1] : nil
        let second = position + 2 < source.count ? source[position + 2] : nil
        let isPossible = first == nil || first == UInt8(ascii: "$") || first == UInt8(ascii: "(")
        guard isLast || second != nil || !isPossible else { return false }
        let selected: CharacterSet?
        switch (first, second) {
        case (UInt8(ascii: "("), UInt8(ascii: "B")): selected = .ascii
        case (UInt8(ascii: "("), UInt8(ascii: "J")): selected = .roman
        case (UInt8(ascii: "("), UInt8(ascii: "I")): selected = .katakana
        case (UInt8(ascii: "$"), UInt8(ascii: "@")), (UInt8(ascii: "$"), UInt8(ascii: "B")): selected = .jis0208
        default: selected = nil
        }
        guard let selected else {
            position += 1
            followsEscape = false
            appendReplacement(to: &output)
            return true
        }
        if followsEscape { appendReplacement(to: &output) }
        set = selected
        followsEscape = true
        position += 3
        return true
    }
}
