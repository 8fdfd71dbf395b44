/// An index of the Encoding Standard (section 5): the scalars of a legacy encoding by their pointers.
///
/// The indexes are created at first use from the C library's converters, which differ in a few characters. These are
/// corrected here and in `CharacterIndex+Corrections.swift`.
struct CharacterIndex: Sendable {
    /// The scalars by their pointers; 0 for a pointer that has none.
    let scalars: [UInt32]

    /// Returns the scalar of a pointer; nil if there is none.
    @inline(__always)
    func scalar(of pointer: Int) -> UInt32? {
        guard pointer >= 0, pointer < scalars.count, scalars[pointer] != 0 else { return nil }
        return scalars[pointer]
    }

    /// Index jis0208, including the characters of NEC and IBM.
    static func jis0208() throws -> CharacterIndex { try jis0208Result.get() }
    /// Index jis0212.
    static func jis0212() throws -> CharacterIndex { try jis0212Result.get() }
    /// Index gb18030: the two-byte sequences.
    static func gb18030() throws -> CharacterIndex { try gb18030Result.get() }
    /// Index gb18030 ranges: the four-byte sequences of the Basic Multilingual Plane.
    static func gb18030Ranges() throws -> CharacterIndex { try gb18030RangesResult.get() }
    /// Index Big5, without the four pointers that stand for two scalars each.
    static func big5() throws -> CharacterIndex { try big5Result.get() }
    /// Index EUC-KR.
    static func eucKR() throws -> CharacterIndex { try eucKRResult.get() }

    /// The pointers of Shift_JIS that are private-use characters and not in the index (12.3.1).
    static let privateUse = 8836...10715

    private static let jis0208Result = Result {
        let index = try CharacterIndex(.shiftJIS, converter: "CP932", count: 60 * 188, row: 188) { pointer in
            let (lead, trail) = pointer.quotientAndRemainder(dividingBy: 188)
            return [lead + (lead < 0x1F ? 0x81 : 0xC1), trail + (trail < 0x3F ? 0x40 : 0x41)]
        }
        return CharacterIndex(
            scalars: index.scalars.enumerated().map { privateUse.contains($0) ? 0 : $1 })
    }

    private static let jis0212Result = Result {
        // The converter's rows from 0xF3 on are an extension that the standard lacks.
        let index = try CharacterIndex(.eucJP, converter: "EUC-JP-MS", count: 0x52 * 94, row: 94) {
            [0x8F, $0 / 94 + 0xA1, $0 % 94 + 0xA1]
        }
        return CharacterIndex(scalars: index.scalars.map { $0 == 0xFFE4 ? 0xA6 : $0 })
    }

    private static let gb18030Result = Result {
        try CharacterIndex(
            .gb18030, converter: "GB18030", count: 126 * 190, row: 190, corrections: gb18030Corrections,
            pointer: { ($0 >> 8 - 0x81) * 190 + ($0 & 0xFF) - ($0 & 0xFF < 0x7F ? 0x40 : 0x41) },
            bytes: { [$0 / 190 + 0x81, $0 % 190 + ($0 % 190 < 0x3F ? 0x40 : 0x41)] })
    }

    private static let big5Result = Result {
        try CharacterIndex(
            .big5, converter: "BIG5-HKSCS", count: 126 * 157, row: 157, corrections: big5Corrections,
            pointer: { ($0 >> 8 - 0x81) * 157 + ($0 & 0xFF) - ($0 & 0xFF < 0x7F ? 0x40 : 0x62) },
            bytes: { [$0 / 157 + 0x81, $0 % 157 + ($0 % 157 < 0x3F ? 0x40 : 0x62)] })
    }

    private static let eucKRResult = Result {
        try CharacterIndex(.eucKR, converter: "UHC", count: 126 * 190, row: 190) { [$0 / 190 + 0x81, $0 % 190 + 0x41] }
    }

    /// The four-byte sequences are assigned, in order, to the scalars without a two-byte sequence.
    ///
    /// The assignment is that of the edition of 2000: 18 two-byte sequences that stand for other scalars today were
    /// private-use characters then, and U+E7C7 had the place of U+1E3F.
    private static let gb18030RangesResult = Result {
        var hasTwoBytes = Set(try gb18030().scalars)
        for (scalar, _) in MultiByteEncoder.gb18030PrivateUse { hasTwoBytes.insert(scalar) }
        for scalar in [0xE5E5, 0xE7C7] as [UInt32] { hasTwoBytes.insert(scalar) }
        for scalar in [0x9FB4...0x9FBB, 0xFE10...0xFE19] as [ClosedRange<UInt32>] { hasTwoBytes.subtract(scalar) }
        var scalars: [UInt32] = []
        for scalar in (0x80...0xFFFF as ClosedRange<UInt32>) where !(0xD800...0xDFFF).contains(scalar) {
            if scalar == 0x1E3F {
                scalars.append(0xE7C7)
            } else if !hasTwoBytes.contains(scalar) {
                scalars.append(scalar)
            }
        }
        return CharacterIndex(scalars: scalars)
    }

    private init(scalars: [UInt32]) {
        self.scalars = scalars
    }

    /// Creates an index.
    ///
    /// - Parameters:
    ///   - encoding: The encoding that an error names.
    ///   - name: The C library's name of the encoding.
    ///   - count: The number of pointers.
    ///   - row: The number of pointers to convert together: those of one lead byte.
    ///   - corrections: The characters to correct, as byte sequences followed by scalars.
    ///   - pointer: Returns the pointer of a correction's byte sequence.
    ///   - bytes: Returns the byte sequence of a pointer; all have the same length.
    /// - Throws: ``MarkupError/converterUnavailable(encoding:)``.
    private init(
        _ encoding: CharacterEncoding, converter name: String, count: Int, row: Int, corrections: [UInt32] = [],
        pointer: (Int) -> Int = { $0 }, bytes: (Int) -> [Int]
    ) throws {
        let converter = try Converter(from: name, to: "UTF-32LE", for: encoding)
        let length = bytes(0).count
        var scalars: [UInt32] = []
        scalars.reserveCapacity(count)
        for start in stride(from: 0, to: count, by: row) {
            let sequences = (start..<min(start + row, count)).flatMap { pointer in
                bytes(pointer).map { UInt8(truncatingIfNeeded: $0) }
            }
            sequences.withUnsafeBufferPointer { Self.append($0, length: length, by: converter, to: &scalars) }
        }
        for correction in corrections { scalars[pointer(Int(correction >> 16))] = correction & 0xFFFF }
        self.scalars = scalars
    }

    /// Appends the scalars of byte sequences; 0 for a sequence that has none, or more than one.
    ///
    /// - Parameters:
    ///   - sequences: The byte sequences, without separators.
    ///   - length: The length of each sequence.
    ///   - converter: The converter, in its initial state.
    ///   - scalars: Receives one scalar for each sequence.
    private static func append(
        _ sequences: UnsafeBufferPointer<UInt8>, length: Int, by converter: Converter, to scalars: inout [UInt32]
    ) {
        // A byte is never more than one scalar.
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: sequences.count * 4 + 32) { output in
            var position = 0
            while position < sequences.count {
                let rest = sequences[position...]
                let (read, written) = convert(rest, by: converter, into: output)
                if read % length == 0, written == read / length * 4 {
                    for start in stride(from: 0, to: written, by: 4) { scalars.append(scalar(in: output, at: start)) }
                    position += read
                    // The converter has stopped at a sequence without a scalar.
                    guard position < sequences.count else { return }
                    scalars.append(0)
                } else {
                    // One of the sequences stands for more than one scalar, so the next one is converted on its own.
                    let one = convert(rest.prefix(length), by: converter, into: output)
                    scalars.append(one.read == length && one.written == 4 ? scalar(in: output, at: 0) : 0)
                }
                position += length
            }
        }
    }

    /// Converts bytes up to the first invalid sequence, and resets the converter.
    private static func convert(
        _ bytes: Slice<UnsafeBufferPointer<UInt8>>, by converter: Converter,
        into output: UnsafeMutableBufferPointer<UInt8>
    ) -> (read: Int, written: Int) {
        let result = converter.convert(UnsafeBufferPointer(rebasing: bytes), into: output)
        // The converter delays a letter, because an accent may follow.
        let end = converter.reset(into: UnsafeMutableBufferPointer(rebasing: output[result.written...]))
        return (result.read, result.written + end)
    }

    /// Returns a scalar in UTF-32LE.
    private static func scalar(in bytes: UnsafeMutableBufferPointer<UInt8>, at start: Int) -> UInt32 {
        UInt32(bytes[start]) | UInt32(bytes[start + 1]) << 8 | UInt32(bytes[start + 2]) << 16
    }
}
