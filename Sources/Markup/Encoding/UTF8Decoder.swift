/// A decoder of UTF-8 (Encoding Standard, 8.1.1), which replaces every maximal malformed part by one U+FFFD.
struct UTF8Decoder: SourceDecoder {
    mutating func decode(
        _ source: UnsafeBufferPointer<UInt8>, from position: inout Int, into output: inout [UInt8], limit: Int,
        isLast: Bool
    ) {
        while position < source.count, output.count < limit {
            let wellFormed = Self.wellFormedLength(source, from: position, limit: limit - output.count)
            if wellFormed > 0 {
                output.append(contentsOf: source[position..<position + wellFormed])
                position += wellFormed
            } else {
                if !isLast, Self.isCutOff(source, at: position) { return }
                position += max(1, -Self.scalarLength(source, at: position))
                appendReplacement(to: &output)
            }
        }
    }

    /// Returns true if bytes are valid UTF-8 without NUL, so that decoding would not change them.
    static func isWellFormed(_ source: UnsafeBufferPointer<UInt8>) -> Bool {
        wellFormedLength(source, from: 0, limit: source.count) == source.count
    }

    /// Returns the length of the longest well-formed part without NUL, up to the first character that starts at or
    /// after the limit.
    private static func wellFormedLength(_ source: UnsafeBufferPointer<UInt8>, from start: Int, limit: Int) -> Int {
        let stop = limit < source.count - start ? start + limit : source.count
        var position = start
        let base = UnsafeRawPointer(source.baseAddress)
        while position < stop {
            // Tests eight bytes at a time for ASCII without NUL.
            while let base, position + 8 <= stop {
                let word = base.loadUnaligned(fromByteOffset: position, as: UInt64.self)
                let zeroBytes = (word &- 0x0101_0101_0101_0101) & ~word
                guard (word | zeroBytes) & 0x8080_8080_8080_8080 == 0 else { break }
                position += 8
            }
            guard position < stop else { break }
            let byte = source[position]
            if byte &- 1 < 0x7F {
                position += 1
                continue
            }
            let length = byte == 0 ? 0 : scalarLength(source, at: position)
            guard length > 0 else { break }
            position += length
        }
        return position - start
    }

    /// Returns true if the first character beyond ASCII is well-formed; nil if there is none or it is incomplete.
    static func beginsWellFormed(_ source: UnsafeBufferPointer<UInt8>) -> Bool? {
        guard let index = firstBeyondASCII(source), !isCutOff(source, at: index) else { return nil }
        return scalarLength(source, at: index) > 0
    }

    /// Returns the offset of the first byte beyond ASCII.
    static func firstBeyondASCII(_ source: UnsafeBufferPointer<UInt8>) -> Int? {
        guard let base = UnsafeRawPointer(source.baseAddress) else { return nil }
        var position = 0
        while position + 32 <= source.count {
            let words = base.loadUnaligned(fromByteOffset: position, as: SIMD4<UInt64>.self)
            guard words & 0x8080_8080_8080_8080 == SIMD4<UInt64>.zero else { break }
            position += 32
        }
        return source[position...].firstIndex { $0 >= 0x80 }
    }

    /// Returns true if the source ends within a character whose bytes so far are well-formed.
    private static func isCutOff(_ source: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
        let left = source.count - index
        return left < 4 && scalarLength(source, at: index) == -left
    }

    /// Returns the length of the scalar at an index, or the negative length of the malformed part there.
    @inline(__always)
    private static func scalarLength(_ source: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
        let first = source[index]
        let length: Int
        var lower: UInt8 = 0x80
        var upper: UInt8 = 0xBF
        switch first {
        case 0x00...0x7F: return 1
        case 0xC2...0xDF: length = 2
        case 0xE0: (length, lower) = (3, 0xA0)
        case 0xED: (length, upper) = (3, 0x9F)
        case 0xE1...0xEF: length = 3
        case 0xF0: (length, lower) = (4, 0x90)
        case 0xF4: (length, upper) = (4, 0x8F)
        case 0xF1...0xF3: length = 4
        default: return -1
        }
        for offset in 1..<length {
            guard index + offset < source.count, source[index + offset] >= lower, source[index + offset] <= upper else {
                return -offset
            }
            (lower, upper) = (0x80, 0xBF)
        }
        return length
    }
}
