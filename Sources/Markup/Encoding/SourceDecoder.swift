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
