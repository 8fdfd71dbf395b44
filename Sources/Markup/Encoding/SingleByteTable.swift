/// What the bytes 0x80 to 0xFF of a single-byte encoding mean (Encoding Standard, 9 and 14.5).
struct SingleByteTable {
    /// The scalars of the bytes 0x80 to 0xFF; 0xFFFD where a byte has none.
    let scalars: [UInt32]

    /// Makes the table of an encoding.
    ///
    /// The C library's tables are the standard's but for two things, which this makes up for: it has no meaning for
    /// some of the bytes 0x80 to 0x9F, which the standard takes for the control characters of these numbers, and it
    /// differs in the few characters listed here.
    ///
    /// - Parameter encoding: A single-byte encoding.
    /// - Throws: ``MarkupError/converterUnavailable(encoding:)`` when the C library lacks a converter.
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

    /// The table of an encoding; that of pages which declare none is made once.
    ///
    /// - Parameter encoding: A single-byte encoding.
    /// - Returns: The table.
    /// - Throws: As ``init(_:)`` does.
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
            // Code pages 1255 and 1258 hold a letter back, for an accent may follow.
            written += converter.reset(into: UnsafeMutableBufferPointer(rebasing: output[written...]))
            guard result.stop == .finished, written == 4 else { return nil }
            return UInt32(output[0]) | UInt32(output[1]) << 8 | UInt32(output[2]) << 16
        }
    }
}
