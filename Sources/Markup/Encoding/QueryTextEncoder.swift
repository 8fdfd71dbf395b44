import Syntax

/// An encoder of queries in a document's encoding (URL Standard, 5.3; Encoding Standard, 4.3).
package struct QueryTextEncoder: Sendable {
    /// A function that receives UTF-8 and returns the bytes to percent-encode.
    package typealias Function = @Sendable (_ utf8: UnsafeBufferPointer<UInt8>) -> [UInt8]

    private let encoding: CharacterEncoding
    private let bytes: [UInt32: UInt8]

    /// Creates the encoder for the links of a document.
    ///
    /// - Parameter encoding: The document's encoding.
    /// - Returns: A function that writes `%26%23N%3B` (`&#N;`) for every scalar that the encoding lacks. It is nil if
    ///   queries are encoded in UTF-8, which includes documents in UTF-16.
    /// - Throws: ``MarkupError/converterUnavailable(encoding:)``.
    package static func make(for encoding: CharacterEncoding) throws -> Function? {
        let encoder = QueryTextEncoder(encoding: encoding.outputEncoding, bytes: [:])
        switch encoder.encoding.scheme {
        case .utf8, .utf16, .replacement: return nil
        case .singleByte, .userDefined:
            let table = try SingleByteTable(encoding)
            var bytes: [UInt32: UInt8] = [:]
            for (index, scalar) in table.scalars.enumerated() where scalar != 0xFFFD {
                bytes[scalar] = UInt8(0x80 + index)
            }
            return QueryTextEncoder(encoding: encoding, bytes: bytes).encodeBySingleBytes
        case .multiByte, .iso2022JP:
            let encoder = try MultiByteEncoder(encoding)
            return { encode($0, by: encoder, isStateful: encoding == .iso2022JP) }
        }
    }

    private func encodeBySingleBytes(_ utf8: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(utf8.count)
        for scalar in String(decoding: utf8, as: UTF8.self).unicodeScalars {
            if scalar.isASCII {
                output.append(UInt8(truncatingIfNeeded: scalar.value))
            } else if let byte = bytes[scalar.value] {
                output.append(byte)
            } else {
                Self.appendReference(to: scalar.value, in: &output)
            }
        }
        return output
    }

    private static func encode(
        _ utf8: UnsafeBufferPointer<UInt8>, by encoder: MultiByteEncoder, isStateful: Bool
    ) -> [UInt8] {
        guard isStateful || !utf8.allSatisfy({ $0 < 0x80 }) else { return Array(utf8) }
        var encoder = encoder
        var output: [UInt8] = []
        output.reserveCapacity(utf8.count)
        for scalar in String(decoding: utf8, as: UTF8.self).unicodeScalars {
            if let missing = encoder.encode(scalar.value, into: &output) { appendReference(to: missing, in: &output) }
        }
        encoder.finish(into: &output)
        return output
    }

    private static func appendReference(to scalar: UInt32, in output: inout [UInt8]) {
        output.append(contentsOf: "%26%23\(scalar)%3B".utf8)
    }
}

/// An encoder of a multi-byte encoding (Encoding Standard, 10 to 13).
///
/// ISO-2022-JP has a state: the character set that the last escape sequence selected.
struct MultiByteEncoder: Sendable {
    private enum CharacterSet {
        case ascii, roman, jis0208
    }

    /// The private-use characters that gb18030 encodes in two bytes whose meaning has changed since (10.2.2).
    static let gb18030PrivateUse: [UInt32: UInt16] = [
        0xE78D: 0xA6D9, 0xE78E: 0xA6DA, 0xE78F: 0xA6DB, 0xE790: 0xA6DC, 0xE791: 0xA6DD, 0xE792: 0xA6DE,
        0xE793: 0xA6DF, 0xE794: 0xA6EC, 0xE795: 0xA6ED, 0xE796: 0xA6F3, 0xE81E: 0xFE59, 0xE826: 0xFE61,
        0xE82B: 0xFE66, 0xE82C: 0xFE67, 0xE832: 0xFE6D, 0xE843: 0xFE7E, 0xE854: 0xFE90, 0xE864: 0xFEA0,
    ]

    private let encoding: CharacterEncoding
    private let pointers: PointerTable
    private var set = CharacterSet.ascii

    /// Creates an encoder.
    ///
    /// - Parameter encoding: The encoding to encode in.
    /// - Throws: ``MarkupError/converterUnavailable(encoding:)``.
    init(_ encoding: CharacterEncoding) throws {
        self.encoding = encoding
        pointers =
            switch encoding {
            case .shiftJIS: try PointerTable.shiftJIS.get()
            case .eucJP, .iso2022JP: try PointerTable.jis0208.get()
            case .eucKR: try PointerTable.eucKR.get()
            case .big5: try PointerTable.big5.get()
            default: try PointerTable.gb18030.get()
            }
    }

    /// Encodes a scalar.
    ///
    /// - Parameters:
    ///   - scalar: The scalar; the state of ISO-2022-JP changes even if it cannot be encoded.
    ///   - output: Receives the bytes.
    /// - Returns: The scalar that cannot be encoded; nil if it was encoded.
    mutating func encode(_ scalar: UInt32, into output: inout [UInt8]) -> UInt32? {
        if encoding == .iso2022JP { return iso2022JP(scalar, into: &output) }
        if scalar < 0x80 {
            output.append(UInt8(truncatingIfNeeded: scalar))
            return nil
        }
        let bytes: UInt32? =
            switch encoding {
            case .shiftJIS: shiftJIS(scalar)
            case .eucJP: eucJP(scalar)
            case .eucKR: pointers[scalar].map { Self.bytes($0, 190, lead: 0x81) { $0 + 0x41 } }
            case .big5: pointers[scalar].map { Self.bytes($0, 157, lead: 0x81) { $0 + ($0 < 0x3F ? 0x40 : 0x62) } }
            default: gb18030(scalar)
            }
        guard let bytes else { return scalar }
        var shift: UInt32 = 32
        while shift > 0 {
            shift -= 8
            if bytes >> shift != 0 { output.append(UInt8(truncatingIfNeeded: bytes >> shift)) }
        }
        return nil
    }

    /// Ends the text: ISO-2022-JP returns to ASCII.
    mutating func finish(into output: inout [UInt8]) {
        select(.ascii, into: &output)
    }

    /// Returns a two-byte sequence as a number.
    private static func bytes(_ pointer: Int, _ rowCount: Int, lead: Int, trail: (Int) -> Int) -> UInt32 {
        UInt32((pointer / rowCount + lead) << 8 | trail(pointer % rowCount))
    }

    /// Encodes a scalar beyond ASCII in Shift_JIS (12.3.2).
    private func shiftJIS(_ scalar: UInt32) -> UInt32? {
        switch scalar {
        case 0x80: 0x80
        case 0xA5: 0x5C
        case 0x203E: 0x7E
        case 0xFF61...0xFF9F: scalar - 0xFF61 + 0xA1
        default:
            pointers[scalar == 0x2212 ? 0xFF0D : scalar].map { pointer in
                Self.bytes(pointer, 188, lead: pointer / 188 < 0x1F ? 0x81 : 0xC1) { $0 + ($0 < 0x3F ? 0x40 : 0x41) }
            }
        }
    }

    /// Encodes a scalar beyond ASCII in EUC-JP (12.1.2), without JIS X 0212.
    private func eucJP(_ scalar: UInt32) -> UInt32? {
        switch scalar {
        case 0xA5: 0x5C
        case 0x203E: 0x7E
        case 0xFF61...0xFF9F: 0x8E00 | (scalar - 0xFF61 + 0xA1)
        default: pointers[scalar == 0x2212 ? 0xFF0D : scalar].map { Self.bytes($0, 94, lead: 0xA1) { $0 + 0xA1 } }
        }
    }

    /// Encodes a scalar beyond ASCII in GBK or gb18030 (10.2.2).
    private func gb18030(_ scalar: UInt32) -> UInt32? {
        if scalar == 0xE5E5 { return nil }
        if scalar == 0x20AC, encoding == .gbk { return 0x80 }
        if let bytes = Self.gb18030PrivateUse[scalar] { return UInt32(bytes) }
        if let pointer = pointers[scalar] {
            return Self.bytes(pointer, 190, lead: 0x81) { $0 + ($0 < 0x3F ? 0x40 : 0x41) }
        }
        guard encoding == .gb18030, let pointer = Self.fourBytePointer(scalar) else { return nil }
        let high = (pointer / 12600 + 0x81) << 8 | (pointer / 1260 % 10 + 0x30)
        let low = (pointer / 10 % 126 + 0x81) << 8 | (pointer % 10 + 0x30)
        return UInt32(high << 16 | low)
    }

    /// Returns the pointer of a scalar without a two-byte sequence.
    ///
    /// The table is created when it is first needed, because most queries have only two-byte sequences.
    private static func fourBytePointer(_ scalar: UInt32) -> Int? {
        if scalar > 0xFFFF { return Int(scalar) - 0x10000 + 189_000 }
        guard let ranges = try? PointerTable.gb18030Ranges.get() else { return nil }
        return ranges[scalar]
    }

    /// The full-width forms of U+FF61 to U+FF9F (index ISO-2022-JP katakana).
    private static let fullWidthKatakana = Array(
        "。「」、・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン\u{309B}\u{309C}"
            .unicodeScalars.map(\.value))

    /// Encodes a scalar in ISO-2022-JP (12.2.2).
    private mutating func iso2022JP(_ scalar: UInt32, into output: inout [UInt8]) -> UInt32? {
        if scalar < 0x80 {
            if set == .jis0208 || set == .roman && (scalar == 0x5C || scalar == 0x7E) { select(.ascii, into: &output) }
            if [0x0E, 0x0F, 0x1B].contains(scalar) { return 0xFFFD }
            output.append(UInt8(truncatingIfNeeded: scalar))
            return nil
        }
        if scalar == 0xA5 || scalar == 0x203E {
            select(.roman, into: &output)
            output.append(scalar == 0xA5 ? 0x5C : 0x7E)
            return nil
        }
        let mapped =
            switch scalar {
            case 0x2212: 0xFF0D as UInt32
            case 0xFF61...0xFF9F: Self.fullWidthKatakana[Int(scalar - 0xFF61)]
            default: scalar
            }
        guard let pointer = pointers[mapped] else {
            // The reference that replaces the scalar must not be in a two-byte character set.
            if set == .jis0208 { select(.ascii, into: &output) }
            return mapped
        }
        select(.jis0208, into: &output)
        output.append(UInt8(pointer / 94 + 0x21))
        output.append(UInt8(pointer % 94 + 0x21))
        return nil
    }

    private mutating func select(_ next: CharacterSet, into output: inout [UInt8]) {
        guard set != next else { return }
        set = next
        switch next {
        case .ascii: output.append(contentsOf: [0x1B, UInt8(ascii: "("), UInt8(ascii: "B")])
        case .roman: output.append(contentsOf: [0x1B, UInt8(ascii: "("), UInt8(ascii: "J")])
        case .jis0208: output.append(contentsOf: [0x1B, UInt8(ascii: "$"), UInt8(ascii: "B")])
        }
    }
}

/// The pointers of an index by their scalars.
private struct PointerTable: Sendable {
    /// One more than the pointer; 0 for a scalar without one.
    private let pointers: [UInt16]

    /// Creates a table.
    ///
    /// - Parameters:
    ///   - index: The index. Of several pointers to a scalar, the first one counts.
    ///   - isExcluded: Returns true for a pointer that must not be used.
    ///   - lastOnes: The scalars of which the last pointer counts.
    init(_ index: CharacterIndex, excluding isExcluded: (Int) -> Bool = { _ in false }, lastOnes: Set<UInt32> = []) {
        var pointers = [UInt16](repeating: 0, count: Int(index.scalars.max() ?? 0) + 1)
        for (pointer, scalar) in index.scalars.enumerated() where scalar != 0 && !isExcluded(pointer) {
            if pointers[Int(scalar)] == 0 || lastOnes.contains(scalar) { pointers[Int(scalar)] = UInt16(pointer + 1) }
        }
        self.pointers = pointers
    }

    /// The pointer of a scalar; nil if it has none.
    subscript(scalar: UInt32) -> Int? {
        guard Int(scalar) < pointers.count, pointers[Int(scalar)] != 0 else { return nil }
        return Int(pointers[Int(scalar)]) - 1
    }

    static let jis0208 = Result { PointerTable(try .jis0208()) }
    /// Without IBM's duplicates of NEC's characters ("index Shift_JIS pointer").
    static let shiftJIS = Result { PointerTable(try .jis0208(), excluding: { 8272...8835 ~= $0 }) }
    static let eucKR = Result { PointerTable(try .eucKR()) }
    static let gb18030 = Result { PointerTable(try .gb18030()) }
    static let gb18030Ranges = Result { PointerTable(try .gb18030Ranges()) }
    /// Without the characters of Hong Kong's first rows ("index Big5 pointer").
    static let big5 = Result {
        PointerTable(
            try .big5(), excluding: { $0 < (0xA1 - 0x81) * 157 },
            lastOnes: [0x2550, 0x255E, 0x2561, 0x256A, 0x5341, 0x5345])
    }
}
