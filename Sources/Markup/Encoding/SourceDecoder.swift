import Syntax

/// A decoder that converts the bytes of a document to UTF-8, part by part.
///
/// A NUL is replaced by U+FFFD, because libxml2 stops at a NUL and the HTML Standard replaces NUL wherever a link can
/// be. Malformed bytes are replaced by U+FFFD too (Encoding Standard, 4.1).
protocol SourceDecoder {
    /// Decodes whole characters until all input has been decoded or the limit is reached.
    ///
    /// - Parameters:
    ///   - source: The document, or a part of it that starts at the start of a character.
    ///   - position: The offset of the next byte to decode; it is advanced.
    ///   - output: Receives the UTF-8.
    ///   - limit: The length of `output` at which to stop; the last character may exceed it.
    ///   - isLast: True if the document ends with the source; otherwise an incomplete character at the end is not
    ///     consumed.
    mutating func decode(
        _ source: UnsafeBufferPointer<UInt8>, from position: inout Int, into output: inout [UInt8], limit: Int,
        isLast: Bool)
}

extension SourceDecoder {
    /// Appends U+FFFD.
    @inline(__always)
    func appendReplacement(to output: inout [UInt8]) {
        output.append(0xEF)
        output.append(0xBF)
        output.append(0xBD)
    }

    /// Appends a scalar in UTF-8; U+FFFD for NUL.
    @inline(__always)
    func append(_ scalar: UInt32, to output: inout [UInt8]) {
        switch scalar {
        case 0: appendReplacement(to: &output)
        case ..<0x80: output.append(UInt8(truncatingIfNeeded: scalar))
        case ..<0x800:
            output.append(0xC0 | UInt8(truncatingIfNeeded: scalar >> 6))
            output.append(0x80 | UInt8(truncatingIfNeeded: scalar & 0x3F))
        case ..<0x10000:
            output.append(0xE0 | UInt8(truncatingIfNeeded: scalar >> 12))
            output.append(0x80 | UInt8(truncatingIfNeeded: scalar >> 6 & 0x3F))
            output.append(0x80 | UInt8(truncatingIfNeeded: scalar & 0x3F))
        default:
            output.append(0xF0 | UInt8(truncatingIfNeeded: scalar >> 18))
            output.append(0x80 | UInt8(truncatingIfNeeded: scalar >> 12 & 0x3F))
            output.append(0x80 | UInt8(truncatingIfNeeded: scalar >> 6 & 0x3F))
            output.append(0x80 | UInt8(truncatingIfNeeded: scalar & 0x3F))
        }
    }
}

extension CharacterEncoding {
    /// Creates a decoder for the start of a document.
    ///
    /// - Returns: The decoder.
    /// - Throws: ``MarkupError/converterUnavailable(encoding:)`` if the C library lacks a converter.
    func makeDecoder() throws -> any SourceDecoder {
        switch scheme {
        case .utf8: UTF8Decoder()
        case .utf16(let bigEndian): UTF16Decoder(bigEndian: bigEndian)
        case .replacement: ReplacementDecoder()
        case .singleByte, .userDefined: SingleByteDecoder(table: try SingleByteTable.table(of: self))
        case .multiByte: try MultiByteDecoder(self)
        case .iso2022JP: try ISO2022JPDecoder()
        }
    }
}

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

/// A decoder of UTF-16 (Encoding Standard, 14.2), which replaces unpaired surrogates and an odd byte at the end.
struct UTF16Decoder: SourceDecoder {
    /// True if the first byte of a code unit is the more significant one.
    let bigEndian: Bool

    mutating func decode(
        _ source: UnsafeBufferPointer<UInt8>, from position: inout Int, into output: inout [UInt8], limit: Int,
        isLast: Bool
    ) {
        while position < source.count, output.count < limit {
            if !isLast, source.count - position < 4 {
                // Fewer bytes than a surrogate pair: they are sufficient only for a code unit that is not the first
                // half of a pair.
                guard source.count - position >= 2, unit(source, position) & 0xFC00 != 0xD800 else { return }
            }
            guard position + 1 < source.count else {
                position = source.count
                appendReplacement(to: &output)
                return
            }
            let unit = unit(source, position)
            position += 2
            guard unit & 0xF800 == 0xD800 else {
                append(unit, to: &output)
                continue
            }
            guard unit < 0xDC00, position + 1 < source.count else {
                appendReplacement(to: &output)
                continue
            }
            let low = self.unit(source, position)
            guard low & 0xFC00 == 0xDC00 else {
                appendReplacement(to: &output)
                continue
            }
            position += 2
            append(0x10000 + (unit & 0x3FF) << 10 + (low & 0x3FF), to: &output)
        }
    }

    @inline(__always)
    private func unit(_ source: UnsafeBufferPointer<UInt8>, _ index: Int) -> UInt32 {
        let (high, low) = bigEndian ? (source[index], source[index + 1]) : (source[index + 1], source[index])
        return UInt32(high) << 8 | UInt32(low)
    }
}

/// A decoder of a single-byte encoding that uses a table.
struct SingleByteDecoder: SourceDecoder {
    /// The scalars for the bytes beyond ASCII.
    let table: SingleByteTable

    mutating func decode(
        _ source: UnsafeBufferPointer<UInt8>, from position: inout Int, into output: inout [UInt8], limit: Int,
        isLast: Bool
    ) {
        table.scalars.withUnsafeBufferPointer { scalars in
            while position < source.count, output.count < limit {
                let plain = Self.plainCount(source, from: position, most: limit - output.count)
                if plain > 0 {
                    output.append(contentsOf: UnsafeBufferPointer(rebasing: source[position..<position + plain]))
                    position += plain
                    continue
                }
                let byte = source[position]
                position += 1
                append(byte == 0 ? 0 : scalars[Int(byte & 0x7F)], to: &output)
            }
        }
    }

    /// Returns the number of bytes from an offset on that are ASCII other than NUL.
    @inline(__always)
    static func plainCount(_ source: UnsafeBufferPointer<UInt8>, from start: Int, most: Int) -> Int {
        guard let base = UnsafeRawPointer(source.baseAddress) else { return 0 }
        let end = most < source.count - start ? start + most : source.count
        var position = start
        while position + 8 <= end {
            let word = base.loadUnaligned(fromByteOffset: position, as: UInt64.self)
            let zeroBytes = (word &- 0x0101_0101_0101_0101) & ~word
            guard (word | zeroBytes) & 0x8080_8080_8080_8080 == 0 else { break }
            position += 8
        }
        while position < end, source[position] &- 1 < 0x7F { position += 1 }
        return position - start
    }
}

/// The scalars for the bytes 0x80 to 0xFF in a single-byte encoding (Encoding Standard, 9 and 14.5).
struct SingleByteTable {
    /// The scalars for the bytes 0x80 to 0xFF; 0xFFFD for an unassigned byte.
    let scalars: [UInt32]

    /// Creates the table of an encoding.
    ///
    /// The C library's tables differ from the standard's in two ways, which are corrected here. They leave some of the
    /// bytes 0x80 to 0x9F unassigned, which the standard maps to the control characters of the same number. They also
    /// differ in the few characters that are listed below.
    ///
    /// - Parameter encoding: A single-byte encoding.
    /// - Throws: ``MarkupError/converterUnavailable(encoding:)`` if the C library lacks a converter.
    init(_ encoding: CharacterEncoding) throws {
        guard case .singleByte(let name) = encoding.scheme else {
            scalars = (0..<128).map { 0xF780 + $0 }
            return
        }
        var scalars: [UInt32] = []
        let converter = try Converter(from: name, to: "UTF-32LE", for: encoding)
        for byte in UInt8(0x80)...0xFF {
            scalars.append(Self.scalar(of: byte, by: converter) ?? (byte < 0xA0 ? UInt32(byte) : 0xFFFD))
        }
        for (byte, scalar) in Self.corrections[encoding] ?? [] { scalars[Int(byte) - 0x80] = scalar }
        self.scalars = scalars
    }

    /// Returns the table of an encoding.
    ///
    /// The table of windows-1252, the encoding of pages that declare none, is created once.
    ///
    /// - Parameter encoding: A single-byte encoding.
    /// - Returns: The table.
    /// - Throws: ``MarkupError/converterUnavailable(encoding:)``.
    static func table(of encoding: CharacterEncoding) throws -> SingleByteTable {
        try encoding == .windows1252 ? windows1252.get() : SingleByteTable(encoding)
    }

    private static let windows1252 = Result { try SingleByteTable(.windows1252) }

    private static let corrections: [CharacterEncoding: [(UInt8, UInt32)]] = [
        .koi8u: [(0xAE, 0x045E), (0xBE, 0x040E)],
        .macintosh: [(0xC6, 0x2206), (0xF0, 0xF8FF)],
        .macCyrillic: [(0xFF, 0x20AC)],
        .windows1255: [(0xCA, 0x05BA)],
    ]

    private static func scalar(of byte: UInt8, by converter: Converter) -> UInt32? {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 16) { output in
            let result = withUnsafePointer(to: byte) {
                converter.convert(UnsafeBufferPointer(start: $0, count: 1), into: output)
            }
            var written = result.written
            // The converters of code pages 1255 and 1258 delay a letter, because an accent may follow.
            written += converter.reset(into: UnsafeMutableBufferPointer(rebasing: output[written...]))
            guard result.stop == .finished, written == 4 else { return nil }
            return UInt32(output[0]) | UInt32(output[1]) << 8 | UInt32(output[2]) << 16
        }
    }
}

/// A decoder for encodings that are unsafe to decode (Encoding Standard, 14.1); its result is one U+FFFD for the whole
/// document.
struct ReplacementDecoder: SourceDecoder {
    mutating func decode(
        _ source: UnsafeBufferPointer<UInt8>, from position: inout Int, into output: inout [UInt8], limit: Int,
        isLast: Bool
    ) {
        guard position < source.count, output.count < limit else { return }
        position = source.count
        appendReplacement(to: &output)
    }
}
