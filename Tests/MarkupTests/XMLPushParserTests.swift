import Markup
import Testing

@Suite("XML push parser")
struct XMLPushParserTests {
    private func reports(_ text: String) throws -> [String] {
        let recorder = XMLRecorder()
        _ = try recorder.parse(Array(text.utf8))
        return recorder.reports
    }

    @Test(
        "Elements, text and instructions are reported",
        arguments: [
            ("<a b='1'>x</a>", ["<a b=1>", "x", "</a>"]),
            ("<?xml-stylesheet href='x'?><a/>", ["<?xml-stylesheet href='x'?>", "<a>", "</a>"]),
            ("<a><![CDATA[<b>&amp;]]></a>", ["<a>", "<b>&amp;", "</a>"]),
            ("<a x:y='1' xmlns:x='u'/>", ["<a x:y=1>", "</a>"]),
            ("<a>&amp;&nbsp;&eacute;&#x41;</a>", ["<a>", "&\u{A0}\u{E9}A", "</a>"]),
            ("<a b='&nbsp;&eacute;&lt;'/>", ["<a b=\u{A0}\u{E9}<>", "</a>"]),
            (
                "<!DOCTYPE a [<!ENTITY e 'x<b/>y'>]><a c='&e2;'>&e;</a>",
                ["<a c=&e2;>", "x", "<b>", "</b>", "y", "</a>"]
            ),
            ("<!DOCTYPE a [<!ENTITY e 'x'>]><a c='&e;'>&e;&e;</a>", ["<a c=x>", "xx", "</a>"]),
        ])
    func events(text: String, expected: [String]) throws {
        let found = try reports(text)
        #expect(found == expected)
    }

    @Test("An undeclared prefix is kept as a prefix")
    func undeclaredPrefix() throws {
        #expect(try reports("<a><media:b c:d='1'/></a>") == ["<a>", "<media:b c:d=1>", "</media:b>", "</a>"])
    }

    @Test(
        "Content before and after an error is parsed, and the first error is reported",
        arguments: [
            ("<a><b/>", ["<a>", "<b>", "</b>"], 1),
            ("<a><b/>\n<c", ["<a>", "<b>", "</b>", "\n", "<c>"], 2),
            ("<a>&x;&amp;&eacute;<b/></a>", ["<a>", "&x;&\u{E9}", "<b>", "</b>", "</a>"], 1),
            ("<a>x & y<b/></a>", ["<a>", "x & y", "<b>", "</b>", "</a>"], 1),
            ("<a>&undeclared;<b/></a>", ["<a>", "&undeclared;", "<b>", "</b>", "</a>"], 1),
            ("<a>\n<b>\n</a><c/>", ["<a>", "\n", "<b>", "\n", "</b>", "<c>", "</c>"], 3),
            ("<a>\u{1}<b/></a>", ["<a>", "<b>", "</b>", "</a>"], 1),
        ])
    func recovery(text: String, expected: [String], line: Int) throws {
        let recorder = XMLRecorder()
        let failure = try #require(try recorder.parse(Array(text.utf8)))
        #expect(recorder.reports.filter { !$0.hasPrefix("</a") } == expected.filter { !$0.hasPrefix("</a") })
        #expect(failure.position.line == line)
        #expect(!failure.description.contains("\n"))
    }

    @Test(
        "The positions of tags are those of the received bytes",
        arguments: ["utf-8", "utf-16le", "utf-16be", "windows-1252", "gbk"])
    func positions(encoding: String) throws {
        let text = "<a>\u{E9}\r\n \u{E9}<b c='>'/>\u{E9}\r<c/></a>"
        let bytes: [UInt8] =
            switch encoding {
            case "utf-16le": text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
            case "utf-16be": text.utf16.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
            case "windows-1252": text.unicodeScalars.map { UInt8($0.value) }
            case "gbk": text.unicodeScalars.flatMap { $0.value == 0xE9 ? [0xA8, 0xA6] : [UInt8($0.value)] }
            default: Array(text.utf8)
            }
        let unit = encoding.hasPrefix("utf-16") ? 2 : 1
        let open: [UInt8] = encoding == "utf-16be" ? [0, 0x3C] : [0x3C]
        let offsets = bytes.indices.filter {
            $0 % unit == 0 && bytes[$0...].starts(with: open) && !bytes[($0 + unit)...].prefix(unit).contains(0x2F)
        }
        for part in [1, 2, 3, 7, 1000] {
            let recorder = XMLRecorder()
            _ = try recorder.parse(bytes, contentType: "text/xml;charset=\(encoding)", partByteCount: part)
            #expect(recorder.positions.map(\.byte) == offsets)
            #expect(recorder.positions.map(\.line) == [1, 2, 3])
            #expect(recorder.positions.map(\.column) == [1, 3, 1])
            #expect(recorder.reports.contains("\u{E9}\n \u{E9}"))
        }
    }

    @Test("A document gives the same reports however it is cut")
    func parts() throws {
        let text =
            "\u{FEFF}<?xml version='1.0' encoding='iso-8859-1'?><!DOCTYPE a [<!ENTITY e '\u{E9}'>]><!-- <x> -->"
            + "<a b='1 &gt; 2'>\u{E9}&e;<![CDATA[]]&gt;]]><b/>\u{1F600}</a>"
        let bytes = Array(text.utf8)
        let whole = XMLRecorder()
        #expect(try whole.parse(bytes) == nil)
        for part in 1...bytes.count {
            let recorder = XMLRecorder()
            #expect(try recorder.parse(bytes, partByteCount: part) == nil)
            #expect(recorder.reports == whole.reports)
            #expect(recorder.positions == whole.positions)
        }
    }

    @Test(
        "The encoding follows from a byte order mark, header or declaration; otherwise it is UTF-8",
        arguments: [
            ([0xEF, 0xBB, 0xBF, 0x3C], "text/xml;charset=koi8-r", CharacterEncoding.utf8),
            ([0x3C, 0x61], "text/xml;charset=koi8-r", .koi8r),
            ([0x3C, 0x61], nil, .utf8),
            ([0x3C, 0x00, 0x61, 0x00], nil, .utf16LE),
            (Array("<?xml version='1.0' encoding='windows-1251'?><a/>".utf8), nil, .windows1251),
        ] as [([UInt8], String?, CharacterEncoding)])
    func encodings(bytes: [UInt8], contentType: String?, expected: CharacterEncoding) {
        let sniffed = bytes.withUnsafeBufferPointer { SniffedEncoding(ofXML: $0, contentType: contentType) }
        #expect(sniffed.encoding == expected)
    }

    @Test("No external resource is loaded")
    func external() throws {
        let text = """
            <!DOCTYPE a SYSTEM "http://127.0.0.1:9/x.dtd" [<!ENTITY f SYSTEM "file:///etc/passwd">
            <!ENTITY % p SYSTEM "file:///etc/passwd"> %p;]><a b="&f;">&f;<c/></a>
            """
        let recorder = XMLRecorder()
        _ = try recorder.parse(Array(text.utf8))
        #expect(recorder.reports == ["<a b=&f;>", "&f;", "<c>", "</c>", "</a>"])
    }
}
