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
