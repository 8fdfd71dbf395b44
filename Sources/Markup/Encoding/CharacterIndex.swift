import Glibc

/// An index of the Encoding Standard (section 5): the scalars of a legacy encoding by their pointers.
///
/// The indexes are created at first use from the C library's converters, which differ in a few characters. These are
/// corrected here.
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

/// The characters in which the C library's tables differ from the indexes of the Encoding Standard.
extension CharacterIndex {
    /// The corrections of index Big5; each number is a byte sequence followed by its scalar.
    private static let big5Corrections: [UInt32] = [
        0x8E69_7BB8, 0x8E6F_7C06, 0x8E7E_7CCE, 0x8EAB_7DD2, 0x8EB4_7E1D, 0x8ECD_8005, 0x8ED0_8028, 0x8F57_83C1,
        0x8F69_84A8, 0x8F6E_840F, 0x8FCB_89A6, 0x8FCC_89A9, 0x8FFE_8D77, 0x906D_90FD, 0x907A_92B9, 0x90DC_975C,
        0x90F1_97FF, 0x91BF_9F16, 0x9244_8503, 0x92AF_5159, 0x92B0_515B, 0x92B1_515D, 0x92B2_515E, 0x92C8_936E,
        0x92D1_7479, 0x9447_6D67, 0x94CA_799B, 0x95D9_9097, 0x9644_975D, 0x96ED_701E, 0x96FC_5B28, 0x9B76_7201,
        0x9B78_77D7, 0x9B7B_7E87, 0x9BC6_99D6, 0x9BDE_91D4, 0x9BEC_60DE, 0x9BF6_6FB6, 0x9C42_8F36, 0x9C53_4FBB,
        0x9C62_71DF, 0x9C68_9104, 0x9C6B_9DF0, 0x9C77_83CF, 0x9CBC_5C10, 0x9CBD_79E3, 0x9CD0_5A67, 0x9D57_8F0B,
        0x9D5A_7B51, 0x9DC4_62D0, 0x9EA9_6062, 0x9EEF_75F9, 0x9EFD_6C4A, 0x9F60_9B2E, 0x9F66_9F17, 0x9FCB_50ED,
        0x9FD8_5F0C, 0xA063_880F, 0xA077_62CE, 0xA0D5_7468, 0xA0DF_7162, 0xA0E4_7250, 0xA145_2027, 0xA14E_FE51,
        0xA15A_2574, 0xA1C2_00AF, 0xA1C3_FFE3, 0xA1C5_02CD, 0xA1E3_FF5E, 0xA1F2_2295, 0xA1F3_2299, 0xA1FE_FF0F,
        0xA240_FF3C, 0xA241_2215, 0xA242_FE68, 0xA244_FFE5, 0xA246_FFE0, 0xA247_FFE1, 0xA2CC_5341, 0xA2CE_5345,
        0xA3C0_2400, 0xA3C1_2401, 0xA3C2_2402, 0xA3C3_2403, 0xA3C4_2404, 0xA3C5_2405, 0xA3C6_2406, 0xA3C7_2407,
        0xA3C8_2408, 0xA3C9_2409, 0xA3CA_240A, 0xA3CB_240B, 0xA3CC_240C, 0xA3CD_240D, 0xA3CE_240E, 0xA3CF_240F,
        0xA3D0_2410, 0xA3D1_2411, 0xA3D2_2412, 0xA3D3_2413, 0xA3D4_2414, 0xA3D5_2415, 0xA3D6_2416, 0xA3D7_2417,
        0xA3D8_2418, 0xA3D9_2419, 0xA3DA_241A, 0xA3DB_241B, 0xA3DC_241C, 0xA3DD_241D, 0xA3DE_241E, 0xA3DF_241F,
        0xA3E0_2421, 0xA3E1_20AC, 0xC6CF_5EF4, 0xC6D3_65E0, 0xC6D5_7676, 0xC6D7_96B6, 0xC6DE_3003, 0xC6DF_4EDD,
        0xFA5F_5029, 0xFA66_507D, 0xFABD_5305, 0xFAC5_5344, 0xFAD5_537F, 0xFB48_5605, 0xFBB8_5A77, 0xFBF3_5E75,
        0xFBF9_5ED0, 0xFC4F_5F58, 0xFC6C_60A4, 0xFCB9_6490, 0xFCE2_6674, 0xFCF1_675E, 0xFDB7_6C9C, 0xFDB8_6E1D,
        0xFDBB_6E2F, 0xFDF1_716E, 0xFE52_732A, 0xFE6F_745C, 0xFEAA_74E9, 0xFEDD_7809,
    ]

    /// The corrections of index gb18030, in the same form.
    private static let gb18030Corrections: [UInt32] = [
        0xA3A0_3000, 0xFE51_E816, 0xFE52_E817, 0xFE53_E818, 0xFE6C_E831, 0xFE76_E83B, 0xFE91_E855,
    ]
}

/// An `iconv` converter of the C library.
final class Converter {
    /// The reason why a conversion stopped.
    enum Stop {
        /// All input has been converted.
        case finished
        /// The output is full.
        case outputFull
        /// The next input is malformed or cannot be encoded in the target encoding.
        case invalid
        /// The input ends within a character.
        case incomplete
    }

    private let descriptor: iconv_t

    /// Opens a converter.
    ///
    /// - Parameters:
    ///   - source: The C library's name of the input's encoding.
    ///   - target: The C library's name of the output's encoding.
    ///   - encoding: The encoding that an error names.
    /// - Throws: ``MarkupError/converterUnavailable(encoding:)``.
    init(from source: String, to target: String, for encoding: CharacterEncoding) throws {
        guard let descriptor = iconv_open(target, source), Int(bitPattern: descriptor) != -1 else {
            throw MarkupError.converterUnavailable(encoding: encoding.rawValue)
        }
        self.descriptor = descriptor
    }

    deinit {
        iconv_close(descriptor)
    }

    /// Converts as much input as fits into the output.
    ///
    /// - Parameters:
    ///   - input: The bytes to convert.
    ///   - output: The memory for the result.
    /// - Returns: The numbers of bytes read and written, and the reason why the conversion stopped.
    func convert(
        _ input: UnsafeBufferPointer<UInt8>, into output: UnsafeMutableBufferPointer<UInt8>
    ) -> (read: Int, written: Int, stop: Stop) {
        var source = UnsafeMutableRawPointer(mutating: input.baseAddress)?.assumingMemoryBound(to: CChar.self)
        var sourceLeft = input.count
        var target = UnsafeMutableRawPointer(output.baseAddress)?.assumingMemoryBound(to: CChar.self)
        var targetLeft = output.count
        let result = iconv(descriptor, &source, &sourceLeft, &target, &targetLeft)
        let stop: Stop
        if result != -1 {
            stop = .finished
        } else {
            switch errno {
            case E2BIG: stop = .outputFull
            case EINVAL: stop = .incomplete
            default: stop = .invalid
            }
        }
        return (input.count - sourceLeft, output.count - targetLeft, stop)
    }

    /// Writes the bytes that return the output to the encoding's initial shift state, and resets the converter.
    ///
    /// - Parameter output: Memory for the bytes; 16 are sufficient.
    /// - Returns: The number of bytes written.
    func reset(into output: UnsafeMutableBufferPointer<UInt8>) -> Int {
        var target = UnsafeMutableRawPointer(output.baseAddress)?.assumingMemoryBound(to: CChar.self)
        var targetLeft = output.count
        iconv(descriptor, nil, nil, &target, &targetLeft)
        return output.count - targetLeft
    }
}
