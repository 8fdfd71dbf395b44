import Syntax
import Testing
import WHATWGURL

@testable import LinkHarvest

@Suite("Header fields")
struct HeaderAddressesTests {
    private func links(_ fields: [(String, String)]) -> [HarvestedLink] {
        let sink = RecordingSink()
        HeaderAddresses.scan(
            fields.map { HeaderField(name: $0.0, value: $0.1) }, base: documentOrigin.base, sink: sink)
        return sink.links
    }

    @Test(
        "Link fields are read by RFC 8288",
        arguments: [
            ("<a>; rel=next", ["https://example.org/dir/a next"]),
            (
                "<a>;rel=\"next prev\" , </b>; rel='x';title=\"a, \\\"b\\\" <c>\"",
                [
                    "https://example.org/dir/a next,prev", "https://example.org/b 'x' a, \"b\" <c>",
                ]
            ),
            ("<a>;rel=A;rel=b", ["https://example.org/dir/a a"]),
            ("<a,b;c>; rel = next", ["https://example.org/dir/a,b;c next"]),
            ("<>", ["https://example.org/dir/doc "]),
            ("<a>;title*=UTF-8'de'%e2%82%ac%20x;title=y", ["https://example.org/dir/a  \u{20AC} x"]),
            ("<a>;title*=UTF-8'de'%e2%8;title=y", ["https://example.org/dir/a  y"]),
            (",,<a>,, <b> x;y, <c", ["https://example.org/dir/a ", "https://example.org/dir/b "]),
            ("<a>; rel=\"x", ["https://example.org/dir/a x"]),
            ("a; rel=x", []), ("", []), ("<", []),
        ])
    func linkField(value: String, expected: [String]) {
        let found = links([("Link", value)]).map { link in
            "\(link.url?.href ?? "-") \(link.rel.joined(separator: ","))" + (link.title.map { " \($0)" } ?? "")
        }
        #expect(found == expected)
    }

    @Test("Links of header fields are reported in order, with kinds by relation")
    func fields() {
        let found = links([
            ("LOCATION", "/x"), ("Content-Location", "y"), ("Refresh", "5; url=z"), ("refresh", "5"), ("Server", "<a>"),
            (
                "link",
                "<s.css>; rel=stylesheet; type=text/css, <f>; rel=alternate; type=application/rss+xml; hreflang=de"
            ),
        ])
        #expect(
            found.map { "\($0.attribute) \($0.kind) \($0.url?.href ?? "-")" } == [
                "location refresh https://example.org/x", "content-location alternate https://example.org/dir/y",
                "refresh refresh https://example.org/dir/z", "link style https://example.org/dir/s.css",
                "link feed https://example.org/dir/f",
            ])
        #expect(found.allSatisfy { $0.element == "http" })
        #expect(found.last?.hreflang == "de")
        #expect(found[3].type == "text/css")
    }
}
