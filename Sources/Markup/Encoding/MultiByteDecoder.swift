/// A decoder of the multi-byte encodings other than ISO-2022-JP (Encoding Standard, 10 to 13), which has no state.
struct MultiByteDecoder: SourceDecoder {
    /// The result of decoding one character.
    private enum Step {
        case scalar(UInt32, byteCount: Int)
        /// A letter with a combining accent.
        case pair(UInt32, UInt32)
        /// Bytes that are replaced by one U+FFFD.
        case malformed(byteCount: Int)
        /// More bytes are needed; if there are none, all of them are replaced by one U+FFFD.
        case incomplete
    }

    private let encoding: CharacterEncoding
    private let index: CharacterIndex
    /// Index jis0212 for EUC-JP.
    private let second: CharacterIndex?

    /// Creates a decoder.
    ///
    /// - Parameter encoding: The encoding to decode.
    /// - Throws: ``MarkupError/converterUnavailable(encoding:)``.
    init(_ encoding: CharacterEncoding) throws {
        self.encoding = encoding
        switch encoding {
        case .shiftJIS: (index, second) = (try .jis0208(), nil)
        case .eucJP: (index, second) = (try .jis0208(), try .jis0212())
        case .eucKR: (index, second) = (try .eucKR(), nil)
        case .big5: (index, second) = (try .big5(), nil)
        default: (index, second) = (try .gb18030(), nil)
        }
    }

    mutating func decode(
        _ source: UnsafeBufferPointer<UInt8>, from position: inout Int, into output: inout [UInt8], limit: Int,
        isLast: Bool
    ) {
        while position < source.count, output.count < limit {
            let plain = SingleByteDecoder.plainCount(source, from: position, most: limit - output.count)
            if plain > 0 {
                output.append(contentsOf: UnsafeBufferPointer(rebasing: source[position..<position + plain]))
                position += plain
                continue
            }
            switch step(UnsafeBufferPointer(rebasing: source[position..<min(position + 4, source.count)])) {
            case .scalar(let scalar, let byteCount):
                position += byteCount
                append(scalar, to: &output)
            case .pair(let letter, let accent):
                position += 2
                append(letter, to: &output)
                append(accent, to: &output)
            case .malformed(let byteCount):
                position += byteCount
                appendReplacement(to: &output)
            case .incomplete where isLast:
                position = source.count
                appendReplacement(to: &output)
            case .incomplete: return
            }
        }
    }

    /// Decodes the character at the start of up to four bytes, which are not empty.
    @inline(__always)
    private func step(_ bytes: UnsafeBufferPointer<UInt8>) -> Step {
        guard bytes[0] != 0 else { return .malformed(byteCount: 1) }
        return switch encoding {
        case .shiftJIS: shiftJIS(bytes)
        case .eucJP: eucJP(bytes)
        case .eucKR: eucKR(bytes)
        case .big5: big5(bytes)
        default: gb18030(bytes)
        }
    }

    /// Returns the step for a sequence without a character: an ASCII byte at its end is not part of it.
    @inline(__always)
    private func malformed(endingIn byte: UInt8, byteCount: Int = 2) -> Step {
        .malformed(byteCount: byte < 0x80 ? byteCount - 1 : byteCount)
    }

    /// Decodes a character of Shift_JIS (12.3.1).
    private func shiftJIS(_ bytes: UnsafeBufferPointer<UInt8>) -> Step {
        let lead = bytes[0]
        switch lead {
        case 0x80: return .scalar(0x80, byteCount: 1)
        case 0xA1...0xDF: return .scalar(0xFF61 - 0xA1 + UInt32(lead), byteCount: 1)
        case 0x81...0x9F, 0xE0...0xFC: break
        default: return .malformed(byteCount: 1)
        }
        guard bytes.count > 1 else { return .incomplete }
        let trail = bytes[1]
        guard 0x40...0x7E ~= trail || 0x80...0xFC ~= trail else { return malformed(endingIn: trail) }
        let pointer =
            (Int(lead) - (lead < 0xA0 ? 0x81 : 0xC1)) * 188 + Int(trail) - (trail < 0x7F ? 0x40 : 0x41)
        if CharacterIndex.privateUse.contains(pointer) {
            return .scalar(0xE000 + UInt32(pointer - CharacterIndex.privateUse.lowerBound), byteCount: 2)
        }
        return index.scalar(of: pointer).map { .scalar($0, byteCount: 2) } ?? malformed(endingIn: trail)
    }

    /// Decodes a character of EUC-JP (12.1.1).
    private func eucJP(_ bytes: UnsafeBufferPointer<UInt8>) -> Step {
        let lead = bytes[0]
        guard lead == 0x8E || lead == 0x8F || 0xA1...0xFE ~= lead else { return .malformed(byteCount: 1) }
        guard bytes.count > 1 else { return .incomplete }
        let next = bytes[1]
        if lead == 0x8E, 0xA1...0xDF ~= next { return .scalar(0xFF61 - 0xA1 + UInt32(next), byteCount: 2) }
        guard lead != 0x8E, 0xA1...0xFE ~= next else { return malformed(endingIn: next) }
        if lead != 0x8F {
            return index.scalar(of: Int(lead - 0xA1) * 94 + Int(next - 0xA1)).map { .scalar($0, byteCount: 2) }
                ?? .malformed(byteCount: 2)
        }
        guard bytes.count > 2 else { return .incomplete }
        let trail = bytes[2]
        guard 0xA1...0xFE ~= trail else { return malformed(endingIn: trail, byteCount: 3) }
        return second?.scalar(of: Int(next - 0xA1) * 94 + Int(trail - 0xA1)).map { .scalar($0, byteCount: 3) }
            ?? .malformed(byteCount: 3)
    }

    /// Decodes a character of EUC-KR (13.1.1).
    private func eucKR(_ bytes: UnsafeBufferPointer<UInt8>) -> Step {
        guard 0x81...0xFE ~= bytes[0] else { return .malformed(byteCount: 1) }
        guard bytes.count > 1 else { return .incomplete }
        guard 0x41...0xFE ~= bytes[1] else { return malformed(endingIn: bytes[1]) }
        return index.scalar(of: Int(bytes[0] - 0x81) * 190 + Int(bytes[1] - 0x41)).map { .scalar($0, byteCount: 2) }
            ?? malformed(endingIn: bytes[1])
    }

    /// The pointers of Big5 that stand for two scalars each (11.1.1).
    private static let pairs: [Int: (UInt32, UInt32)] = [
        1133: (0xCA, 0x304), 1135: (0xCA, 0x30C), 1164: (0xEA, 0x304), 1166: (0xEA, 0x30C),
    ]

    /// Decodes a character of Big5 (11.1.1).
    private func big5(_ bytes: UnsafeBufferPointer<UInt8>) -> Step {
        guard 0x81...0xFE ~= bytes[0] else { return .malformed(byteCount: 1) }
        guard bytes.count > 1 else { return .incomplete }
        let trail = bytes[1]
        guard 0x40...0x7E ~= trail || 0xA1...0xFE ~= trail else { return malformed(endingIn: trail) }
        let pointer = Int(bytes[0] - 0x81) * 157 + Int(trail) - (trail < 0x7F ? 0x40 : 0x62)
        if let scalar = index.scalar(of: pointer) { return .scalar(scalar, byteCount: 2) }
        return Self.pairs[pointer].map { .pair($0, $1) } ?? malformed(endingIn: trail)
    }

    /// Decodes a character of GBK or gb18030 (10.2.1).
    private func gb18030(_ bytes: UnsafeBufferPointer<UInt8>) -> Step {
        let lead = bytes[0]
        if lead == 0x80 { return .scalar(0x20AC, byteCount: 1) }
        guard lead != 0xFF else { return .malformed(byteCount: 1) }
        guard bytes.count > 1 else { return .incomplete }
        let next = bytes[1]
        guard 0x30...0x39 ~= next else {
            guard 0x40...0x7E ~= next || 0x80...0xFE ~= next else { return malformed(endingIn: next) }
            return index.scalar(of: Int(lead - 0x81) * 190 + Int(next) - (next < 0x7F ? 0x40 : 0x41))
                .map { .scalar($0, byteCount: 2) } ?? malformed(endingIn: next)
        }
        guard bytes.count > 2 else { return .incomplete }
        guard 0x81...0xFE ~= bytes[2] else { return .malformed(byteCount: 1) }
        guard bytes.count > 3 else { return .incomplete }
        guard 0x30...0x39 ~= bytes[3] else { return .malformed(byteCount: 1) }
        let pointer =
            Int(lead - 0x81) * 12600 + Int(next - 0x30) * 1260 + Int(bytes[2] - 0x81) * 10 + Int(bytes[3] - 0x30)
        // The index is created at the first four-byte sequence, because most pages have none.
        if let ranges = try? CharacterIndex.gb18030Ranges(), let scalar = ranges.scalar(of: pointer) {
            return .scalar(scalar, byteCount: 4)
        }
        guard 189_000...1_237_575 ~= pointer else { return .malformed(byteCount: 4) }
        return .scalar(UInt32(pointer - 189_000) + 0x10000, byteCount: 4)
    }
}

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
