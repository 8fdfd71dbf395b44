import Foundation
import Testing

@testable import FileFormats

@Suite("Files that Mozilla's programs compress")
struct MozillaLZ4Tests {
    /// A file and its content.
    struct Vector: Sendable, CustomTestStringConvertible {
        let name: String
        let file: [UInt8]
        let content: [UInt8]

        init(_ name: String, base64: String, _ content: [UInt8]) {
            self.name = name
            file = Data(base64Encoded: base64).map { Array($0) } ?? []
            self.content = content
        }

        var testDescription: String { name }
    }

    private static let words =
        Array(String(repeating: "the quick brown fox jumps over the lazy dog, ", count: 30).utf8) + Array("end".utf8)

    /// Blocks of `LZ4_compress_default` and `LZ4_compress_HC` of liblz4 1.9.4, the reference.
    static let vectors = [
        Vector("nothing", base64: "bW96THo0MAAAAAAAAA==", []),
        Vector("one byte", base64: "bW96THo0MAABAAAAEGE=", Array("a".utf8)),
        Vector(
            "literals only", base64: "bW96THo0MAAQAAAA8AEwMTIzNDU2Nzg5YWJjZGVm", Array("0123456789abcdef".utf8)),
        Vector(
            "copies of one byte", base64: "bW96THo0MAAAEAAAHwABAP////////////////////ZQAAAAAAA=",
            Array(repeating: 0, count: 4096)),
        Vector(
            "copies of two bytes", base64: "bW96THo0MAB4BQAAL2FiAgD//////2NQYmFiYWI=",
            Array(String(repeating: "ab", count: 700).utf8)),
        Vector(
            "words",
            base64: "bW96THo0MABJBQAA8BB0aGUgcXVpY2sgYnJvd24gZm94IGp1bXBzIG92ZXIgHwCRbGF6eSBkb2csDgAPLQD//////wVQLCBl"
                + "bmQ=", words),
        Vector(
            "words, best compression",
            base64: "bW96THo0MABJBQAA8BB0aGUgcXVpY2sgYnJvd24gZm94IGp1bXBzIG92ZXIgHwCvbGF6eSBkb2csIC0A//////8JUCwgZW5k",
            words),
    ]

    /// Returns a file with a block.
    private static func file(size: UInt32, _ block: [UInt8]) -> [UInt8] {
        Array("mozLz40\0".utf8) + (0..<4).map { UInt8(truncatingIfNeeded: size >> ($0 * 8)) } + block
    }

    /// Returns a file of literals only, as a program may write it that does not compress.
    private static func stored(_ content: [UInt8]) -> [UInt8] {
        guard content.count >= 15 else {
            return file(size: UInt32(content.count), [UInt8(content.count) << 4] + content)
        }
        let rest = content.count - 15
        let length = Array(repeating: UInt8(255), count: rest / 255) + [UInt8(rest % 255)]
        return file(size: UInt32(content.count), [0xF0] + length + content)
    }

    private static func decompressed(_ file: [UInt8]) throws -> [UInt8] {
        try MozillaLZ4.decompressed(file, limit: 1 << 20)
    }

    @Test("A block of the reference implementation is decompressed", arguments: vectors)
    func reference(vector: Vector) throws {
        #expect(MozillaLZ4.isCompressed(vector.file))
        #expect(try Self.decompressed(vector.file) == vector.content)
    }

    @Test("A file that ends at any byte before its end is refused", arguments: vectors)
    func truncated(vector: Vector) {
        for count in 0..<vector.file.count {
            #expect(throws: FileFormatError.self, "\(count) bytes") {
                try Self.decompressed(Array(vector.file.prefix(count)))
            }
        }
    }

    @Test("A file with more bytes than its block is refused", arguments: vectors)
    func trailing(vector: Vector) {
        for rest in [[0], [0x10, 0x61], [1, 0], [1, 0, 0]] as [[UInt8]] {
            #expect(throws: FileFormatError.self) { try Self.decompressed(vector.file + rest) }
        }
    }

    @Test("A file whose declared size is not that of its content is refused", arguments: vectors)
    func declaredSize(vector: Vector) {
        for size in [vector.content.count - 1, vector.content.count + 1] where size >= 0 {
            let file = Self.file(size: UInt32(size), Array(vector.file.dropFirst(12)))
            #expect(throws: FileFormatError.self) { try Self.decompressed(file) }
        }
    }

    @Test(
        "Literals of every length around the steps of a length are read",
        arguments: [0, 14, 15, 16, 269, 270, 271, 525])
    func lengths(count: Int) throws {
        let content = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        #expect(try Self.decompressed(Self.stored(content)) == content)
    }

    @Test(
        "A malformed block is refused with its reason",
        arguments: [
            // The distances 0 and 2 after one byte.
            ([0x10, 0x61, 0, 0, 0x10, 0x62], 6, "copies bytes from before its start"),
            ([0x10, 0x61, 2, 0, 0x10, 0x62], 6, "copies bytes from before its start"),
            // A copy as the first sequence.
            ([0x00, 1, 0, 0x10, 0x62], 5, "copies bytes from before its start"),
            // More literals, and a longer copy, than the declared size.
            ([0x20, 0x61, 0x62], 1, "longer than its declared size"),
            ([0x11, 0x61, 1, 0, 0x00], 5, "longer than its declared size"),
            ([0x1F, 0x61, 1, 0, 255, 255, 255, 255, 255, 255, 0, 0x00], 30, "longer than its declared size"),
            // A block that ends with a copy.
            ([0x10, 0x61, 1, 0], 5, "its end is missing"),
            // A length without its end.
            ([0xF0, 255, 255], 100, "its end is missing"),
        ] as [([UInt8], UInt32, String)])
    func malformed(block: [UInt8], size: UInt32, reason: String) {
        let error = #expect(throws: FileFormatError.self) { try Self.decompressed(Self.file(size: size, block)) }
        #expect(error?.description.contains(reason) == true, "\(String(describing: error))")
    }

    @Test("A declared size over the limit, or over what the block could contain, reserves no memory")
    func bombs() {
        for size in [UInt32.max, 1 << 30, 1 << 20, 5000] {
            #expect(throws: FileFormatError.self) {
                try MozillaLZ4.decompressed(
                    Self.file(size: size, [0x1F, 0x61, 1, 0, 255, 255, 0, 0x10, 0x61]), limit: .max)
            }
        }
        let zeros = Self.vectors[3]
        #expect(throws: FileFormatError.self) { try MozillaLZ4.decompressed(zeros.file, limit: 4095) }
        #expect(throws: Never.self) { try MozillaLZ4.decompressed(zeros.file, limit: 4096) }
    }

    @Test("A file of another format is not compressed", arguments: ["", "mozLz40", "mozLz4a\0", "{}", "mozlz40\0"])
    func otherFormats(text: String) {
        #expect(!MozillaLZ4.isCompressed(Array(text.utf8)))
        #expect(throws: FileFormatError.self) { try Self.decompressed(Array(text.utf8)) }
    }
}
