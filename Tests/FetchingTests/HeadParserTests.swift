import Syntax
import Testing

@testable import Fetching

@Suite("Head parser")
struct HeadParserTests {
    private func parse(_ lines: [[UInt8]]) -> (parser: HeadParser, events: [HeadParser.Event]) {
        var parser = HeadParser()
        let events = lines.map { line in line.withUnsafeBytes { parser.receive($0) } }
        return (parser, events)
    }

    private func parse(_ lines: String...) -> HeadParser {
        parse(lines.map { Array(($0 + "\r\n").utf8) }).parser
    }

    @Test("Fields are split at the first colon, and white space around values is removed")
    func fields() {
        let parser = parse("HTTP/1.1 200 OK", "A: b:c ", "D:\t e\t", "F:", "nonsense", "")
        let expected = [("A", "b:c"), ("D", "e"), ("F", "")].map { HeaderField(name: $0.0, value: $0.1) }
        #expect(parser.fields == expected)
        #expect(parser.status == 200)
        #expect(parser.version == "1.1")
    }

    @Test("A folded line belongs to the field before it")
    func folded() {
        #expect(parse("HTTP/1.0 200 OK", "A: b", "  c", "").fields == [HeaderField(name: "A", value: "b c")])
    }

    @Test("An interim response is followed by a new head, and trailers do not change the head")
    func interim() {
        let lines = ["HTTP/1.1 100 Continue", "X: y", "", "HTTP/2 204 ", "A: b", "", "Trailer: t"]
        let (parser, events) = parse(lines.map { Array(($0 + "\r\n").utf8) })
        #expect(events == [.more, .more, .more, .more, .more, .complete, .more])
        #expect(parser.fields == [HeaderField(name: "A", value: "b")])
        #expect(parser.status == 204)
        #expect(!parser.isVersionOne)
    }

    @Test("A value that is not UTF-8 is read as ISO 8859-1")
    func encodings() {
        let lines: [[UInt8]] = [
            Array("HTTP/1.1 200\n".utf8), Array("A: é\n".utf8), Array("B: ".utf8) + [0xE9, 0x0A], [0x0A],
        ]
        #expect(parse(lines).parser.fields.map(\.value) == ["é", "é"])
    }

    @Test("Content-Length is ignored if the body is chunked")
    func contentLength() {
        #expect(parse("HTTP/1.1 200 OK", "Content-Length: 12", "").contentLength == 12)
        #expect(parse("HTTP/1.1 200 OK", "Content-Length: 12", "Transfer-Encoding: chunked", "").contentLength == nil)
        for value in ["x", "-1", "+1", "1e9", "", "9007199254740992", "9223372036854775808"] {
            #expect(parse("HTTP/1.1 200 OK", "Content-Length: \(value)", "").contentLength == nil)
        }
    }

    @Test("Content codings are listed in order, without identity codings")
    func codings() {
        let parser = parse("HTTP/1.1 200 OK", "Content-Encoding: GZIP, ,identity", "content-encoding:  br", "")
        #expect(parser.contentCodings == ["gzip", "br"])
    }

    @Test("A head that is too long is reported")
    func tooLong() {
        let line = [UInt8](repeating: 0x61, count: 100_000)
        #expect(parse([line, line, line]).events == [.more, .more, .tooLong])
    }
}
