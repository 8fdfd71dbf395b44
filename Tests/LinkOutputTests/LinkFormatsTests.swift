import Foundation
import LinkHarvest
import Testing
import WHATWGURL

@testable import LinkOutput

@Suite("Output formats")
struct LinkFormatsTests {
    private func link(
        _ address: String?, raw: String = "raw", text: String? = nil, rel: [String] = [], download: String? = nil,
        source: String = "page.html"
    ) -> HarvestedLink {
        FormatScene.link(address, raw: raw, text: text, rel: rel, download: download, source: source)
    }

    private func output(_ format: LinkFormatDescriptor, _ links: [HarvestedLink]) -> String {
        FormatScene.output(format, links)
    }

    @Test("Every format is found by its own name", arguments: LinkFormatDescriptor.all)
    func names(format: LinkFormatDescriptor) throws {
        #expect(try LinkFormatDescriptor(parsing: format.name).name == format.name)
        #expect(LinkFormatDescriptor.all.count { $0.name == format.name } == 1)
    }

    @Test("lines has each URL once, with its fragment, and no invalid ones")
    func lines() {
        let links = ["https://a/", "https://a/#f", "https://a/", nil, "mailto:x@y"].map { link($0) }
        #expect(output(LinesFormat.descriptor, links) == "https://a/\nhttps://a/#f\nmailto:x@y\n")
    }

    @Test("lines repeats a URL if that is allowed")
    func repeatedLines() {
        let links = ["https://a/", "https://a/", nil].map { link($0) }
        var writer = LinkFormatDescriptor.lines.makeFormat(LinkFormatDescriptor.Options(repeatsURLs: true))
        var bytes: [UInt8] = []
        #expect(links.map { writer.write($0, into: &bytes) } == [nil, nil, .noAddress])
        #expect(String(decoding: bytes, as: UTF8.self) == "https://a/\nhttps://a/\n")
        #expect(!writer.hasForgotten)
    }

    @Test("A format that writes each URL once remembers a limited number and says when there were more")
    func forgetting() {
        var format = LinesFormat(rememberedCount: 2)
        var bytes: [UInt8] = []
        let links = ["https://a/", "https://b/", "https://a/"].map { link($0) }
        #expect(links.map { format.write($0, into: &bytes) } == [nil, nil, .repeated])
        #expect(!format.hasForgotten)
        #expect([link("https://c/"), link("https://c/")].map { format.write($0, into: &bytes) } == [nil, nil])
        #expect(format.hasForgotten)
        #expect(format.write(link("https://b/"), into: &bytes) == .repeated)
    }

    @Test("ndjson has all fields in one order, and null for absent values")
    func ndjson() {
        let expected = """
            {"url":"https://a/","raw":"raw","element":"a","attribute":"href","kind":"anchor","text":"t","title":null,\
            "rel":["x","y"],"type":null,"hreflang":null,"download":"","line":1,"column":2,"byte":3,"source":"page.html"}

            """
        #expect(
            output(NDJSONFormat.descriptor, [link("https://a/", text: "t", rel: ["x", "y"], download: "")]) == expected)
        #expect(output(NDJSONFormat.descriptor, [link(nil)]).hasPrefix("{\"url\":null,"))
        #expect(output(NDJSONFormat.descriptor, []) == "")
    }

    @Test(
        "Every string survives JSON unchanged and on one line",
        arguments: [
            "", "\"\\/", "\u{0}\u{1}\u{1F}\u{7F}", "\t\r\n\u{8}\u{C}", "\u{2028}\u{FFFD}\u{1F4A9}\u{E9}", "</script>",
        ])
    func jsonStrings(text: String) throws {
        let line = output(NDJSONFormat.descriptor, [link("https://a/", raw: text, text: text)])
        #expect(line.utf8.count { $0 < 0x20 || $0 == 0x7F } == 1)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        #expect(object["raw"] as? String == text)
        #expect(object["text"] as? String == text)
        #expect(object.count == 15)
    }

    @Test("json is one array for any number of links", arguments: [0, 1, 3])
    func json(count: Int) throws {
        let text = output(JSONFormat.descriptor, (0..<count).map { link("https://a/\($0)") })
        let array = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
        #expect(array.compactMap { $0["url"] as? String } == (0..<count).map { "https://a/\($0)" })
        #expect(text.hasSuffix("]\n"))
    }

    @Test("csv quotes fields that need it and leaves other values unchanged")
    func csv() {
        let links = [link("https://a/", raw: "a,b", text: "say \"x\"\ny", rel: ["p", "q"]), link(nil, raw: "1+1")]
        let expected =
            "url,raw,element,attribute,kind,text,title,rel,type,hreflang,download,line,column,byte,source"
            + ",warc,record_offset\r\n"
            + "https://a/,\"a,b\",a,href,anchor,\"say \"\"x\"\"\ny\",,p q,,,,1,2,3,page.html,,\r\n"
            + ",1+1,a,href,anchor,,,,,,,1,2,3,page.html,,\r\n"
        #expect(output(CSVFormat.descriptor, links) == expected)
    }

    @Test(
        "csv puts an apostrophe before a formula, also inside quotation marks, and replaces unsafe characters",
        arguments: [
            ("=1+1", "'=1+1"), ("+1", "'+1"), ("-x", "'-x"), ("@SUM(A1)", "'@SUM(A1)"), ("\t=1", "'\t=1"),
            ("＝1", "'＝1"), ("=\"a\",b", "\"'=\"\"a\"\",b\""), ("\r=1", "\"'\r=1\""), ("'=1", "''=1"),
            ("'a", "'a"), ("1-1", "1-1"), ("=\0", "'=\u{FFFD}"),
            ("\u{1B}[2J\u{202E}", "\u{FFFD}[2J\u{FFFD}"), ("a,\"\u{9B}\"", "\"a,\"\"\u{FFFD}\"\"\""),
            ("\u{200F}שלום", "\u{200F}שלום"),
        ])
    func formulas(value: String, field: String) {
        let text = output(CSVFormat.descriptor, [link("https://a/", raw: value, text: value)])
        let record = text.drop { $0 != "\r\n" }.dropFirst()
        #expect(record == "https://a/,\(field),a,href,anchor,\(field),,,,,,1,2,3,page.html,,\r\n")
    }

    @Test(
        "tsv puts an apostrophe before a formula, escapes tabs and line ends, and replaces unsafe characters",
        arguments: [
            ("=1+1", "'=1+1"), ("@SUM(A1)", "'@SUM(A1)"), ("\t=1", #"'\t=1"#), ("\r\n=1", #"'\r\n=1"#), ("＝1", "'＝1"),
            ("'=1", "''=1"), ("'a", "'a"), ("1-1", "1-1"), ("=\0", "'=\u{FFFD}"), ("a\\b\r\nc", #"a\\b\r\nc"#),
            ("\u{1B}[2J\u{202E}", "\u{FFFD}[2J\u{FFFD}"), ("\\\u{9B}é", "\\\\\u{FFFD}é"),
            ("\u{200F}שלום", "\u{200F}שלום"),
        ])
    func tsvValues(value: String, field: String) {
        let line = output(TSVFormat.descriptor, [link("https://a/", raw: value)]).split(separator: "\n").last
        #expect(line?.split(separator: "\t", omittingEmptySubsequences: false)[1] == field[...])
    }

    @Test("wget has each downloadable URL once, without its fragment")
    func wget() {
        let links = [
            "https://a/#f", "https://a/", "ftp://b/c", "mailto:x@y", "javascript:1", "data:,x", "file:///x", nil,
        ].map { link($0) }
        #expect(output(WgetFormat.descriptor, links) == "https://a/\nftp://b/c\n")
    }

    @Test(
        "aria2 gets the referer that a browser would send",
        arguments: [
            ("https://a/x", "https://a/p?q#f", "https://a/p?q"),
            ("https://a/x", "https://user:secret@a/p", "https://a/p"),
            ("https://b/x", "https://a/p?q", "https://a/"), ("http://b/x", "https://a/p", nil),
            ("https://a/x", "page.html", nil),
            ("https://a/x", "-", nil), ("ftp://a/x", "https://a/p", nil),
            ("https://a/x", "http://a:81/p", "http://a:81/"),
        ])
    func referer(address: String, source: String, referer: String?) {
        let expected = "\(address)\n" + (referer.map { "  referer=\($0)\n" } ?? "")
        #expect(output(Aria2Format.descriptor, [link(address, source: source)]) == expected)
    }

    @Test(
        "aria2 gets a proposed name only if it is a plain file name",
        arguments: [
            ("report 1.pdf", true), ("\u{E9}.pdf", true), ("", false), ("../x", false), (".bashrc", false),
            ("a/b", false), ("a\\b", false),
            ("a\nb", false), ("a\r", false), ("a\u{0}", false), ("x\n  dir=/", false), ("-o", false), ("~", false),
            (" x", false),
            ("a\u{202E}fdp.exe", false), ("a\u{2028}b", false), ("a\u{85}b", false),
            (String(repeating: "x", count: 256), false), ("c:x", false),
        ])
    func fileName(name: String, isTaken: Bool) {
        let expected = "https://a/x\n" + (isTaken ? "  out=\(name)\n" : "")
        #expect(output(Aria2Format.descriptor, [link("https://a/x", download: name)]) == expected)
    }

    @Test("aria2 has each downloadable URL once")
    func aria2() {
        let links = ["https://a/#f", "https://a/", "mailto:x@y", nil].map { link($0) }
        #expect(output(Aria2Format.descriptor, links) == "https://a/\n")
    }
}
