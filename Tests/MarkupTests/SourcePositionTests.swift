import Markup
import Testing

@Suite("Source positions")
struct SourcePositionTests {
    private func positions(_ bytes: [UInt8], contentType: String? = nil) throws -> [SourcePosition] {
        let recorder = MarkupRecorder()
        try recorder.parse(bytes, contentType: contentType, isLocal: true)
        return recorder.positions
    }

    @Test("Lines end at LF, CR and CRLF; columns count scalars; byte offsets begin at 0")
    func lines() throws {
        let positions = try positions(Array("<a>\n\u{E9}<b>\r\n<i>\r <u><s\n>".utf8))
        #expect(positions.map(\.line) == [1, 2, 3, 4, 4])
        #expect(positions.map(\.column) == [1, 2, 1, 2, 5])
        #expect(positions.map(\.byte) == [0, 6, 11, 16, 19])
    }

    @Test("The byte offset is that of the received document, whatever its encoding")
    func bytes() throws {
        #expect(try positions([0xEF, 0xBB, 0xBF] + Array("<a>".utf8)).map(\.byte) == [3])
        #expect(try positions([0xE9, 0xE9] + Array("<a>".utf8)).map(\.byte) == [2])
        #expect(
            try positions([0xC3, 0xA9, 0xFF, 0x00] + Array("<a>".utf8), contentType: "text/html;charset=utf-8").map(
                \.byte) == [4])
        let utf16: [UInt8] = [0xFF, 0xFE, 0x3D, 0xD8, 0xA9, 0xDC] + "<a>x<b>".utf8.flatMap { [$0, 0] }
        #expect(try positions(utf16).map(\.byte) == [6, 14])
        let shiftJIS: [UInt8] = [0x82, 0xA0, 0x00, 0xB1, 0xFF] + Array("<a>".utf8) + [0x82, 0xA0] + Array("<b>".utf8)
        #expect(try positions(shiftJIS, contentType: "text/html;charset=shift_jis").map(\.byte) == [5, 10])
        let iso2022: [UInt8] = [0x1B, 0x24, 0x42, 0x24, 0x22, 0x1B, 0x28, 0x42] + Array("<a>".utf8)
        #expect(try positions(iso2022, contentType: "text/html;charset=iso-2022-jp").map(\.byte) == [8])
    }

    @Test("Every tag of a long document in an East Asian encoding has the right byte offset")
    func longDocument() throws {
        var bytes: [UInt8] = []
        var expected: [Int] = []
        for index in 0..<3000 {
            bytes += [UInt8](repeating: 0xB0, count: 2 * (index % 13)) + (index % 97 == 0 ? [0xFF] : [])
            expected.append(bytes.count)
            bytes += Array("<b>".utf8)
        }
        #expect(try positions(bytes, contentType: "text/html;charset=gbk").map(\.byte) == expected)
    }
}
