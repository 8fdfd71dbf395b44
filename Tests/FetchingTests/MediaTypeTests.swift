import Syntax
import Testing
import WHATWGURL

@testable import Fetching

@Suite("Media types")
struct MediaTypeTests {
    @Test(
        "A media type is parsed by the MIME Sniffing Standard, section 4.4",
        arguments: [
            ("text/html", "text/html"), (" Text/HTML ;Charset=UTF-8 ", "text/html;charset=UTF-8"),
            ("text/html;charset=\"a b\"", "text/html;charset=\"a b\""),
            ("text/html;x=\"a\\\"b\"", "text/html;x=\"a\\\"b\""),
            ("text/html;charset=a;charset=b", "text/html;charset=a"), ("text/html;;;a=1", "text/html;a=1"),
            ("text/html;a;b=2", "text/html;b=2"), ("text/html;a=", "text/html"),
            ("text/html;a=\"\"", "text/html;a=\"\""),
            ("text/html;a=\"b", "text/html;a=b"), ("text/html;a=\"b\"c;d=e", "text/html;a=b;d=e"),
            ("text/html; =a", "text/html"), ("text/html;a b=c", "text/html"), ("a/b+c", "a/b+c"),
            ("html", nil), ("", nil), ("/html", nil), ("text/", nil), ("text / html", nil),
            ("text/html charset=x", nil),
            ("text/html,text/html", nil), ("text/ht(ml", nil), ("te\u{E9}xt/html", nil), ("*/*", "*/*"),
        ])
    func parses(text: String, expected: String?) {
        #expect(MediaType(text)?.description == expected)
    }

    @Test(
        "The media type of a message is extracted by the Fetch Standard, section 2.2.2",
        arguments: [
            (["text/plain", "text/html"], "text/html"), (["text/html", "text/plain"], "text/plain"),
            (["text/html,text/html"], "text/html"), (["text/html;charset=gbk, text/html"], "text/html;charset=gbk"),
            (["text/html;charset=gbk", "text/html;charset=big5"], "text/html;charset=big5"),
            (["text/html;charset=gbk, text/plain"], "text/plain"),
            (["text/html;charset=gbk, text/plain, text/html"], "text/html"),
            (["text/html;charset=gbk, x, */*, text/html;a=b"], "text/html;a=b;charset=gbk"),
            (["text/html;charset=gbk", "text/html;charset=\"\""], "text/html;charset=\"\""),
            (["text/html,"], "text/html"), ([",text/html"], "text/html"), (["*/*, text/html"], "text/html"),
            (["text/html;\"a,b\", text/plain"], "text/plain"), (["text/html;a=\"b,c/d\""], "text/html;a=\"b,c/d\""),
            (["text/html;a=\"b", "text/plain"], "text/plain"), (["text/html;\"", "text/plain\""], "text/html"),
            (["html"], nil), (["*/*"], nil), ([], nil), (["text/html charset=utf-8"], nil),
        ])
    func extracts(values: [String], expected: String?) throws {
        #expect(MediaType.extract(from: values)?.description == expected)
        let url = try #require(WebURL("http://h.test/"))
        let fields = values.map { HeaderField(name: "content-TYPE", value: $0) }
        #expect(PageHead(url: url, requestedURL: url, status: 200, fields: fields).contentType == expected)
    }
}
