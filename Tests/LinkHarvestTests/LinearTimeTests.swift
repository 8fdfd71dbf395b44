import Foundation
import LinkHarvest
import Syntax
import Testing
import WHATWGURL

/// Every reader takes time in proportion to its input, whatever the input is.
///
/// The work happens inside of libxml2 and of many scanners, so that the processor time of the thread is measured rather
/// than counted steps. Other processes do not affect it much, and only the best of several measurements counts.
@Suite("Time of the readers", .serialized)
struct LinearTimeTests {
    /// A hostile document: a part that is repeated between a start and an end.
    struct Hostile: Sendable, CustomTestStringConvertible {
        var name: String
        var part: String
        var start = ""
        var end = ""

        var testDescription: String { "\(name) \(start.prefix(20))\(part.prefix(30))" }

        func bytes(_ count: Int) -> [UInt8] {
            Array((start + String(repeating: part, count: count / part.utf8.count) + end).utf8)
        }
    }

    private static func all(_ name: String, _ parts: [String], _ start: String = "", _ end: String = "") -> [Hostile] {
        parts.map { Hostile(name: name, part: $0, start: start, end: end) }
    }

    private static let html =
        all(
            "a.html",
            [
                "<", "<a ", "<a b='", "<a href=x>", "<!--", "<!-- ->", "</", "<div>", "<b><p>", "<a><p>", "<table>",
                "<svg>",
                "<select>", "<template>", "<!--<script>", "&amp", "&notin", "</p>", "<form>", "<button>", "<nobr>",
                "<iframe srcdoc='<a href=x>'>", "<![CDATA[", "<title>", "<a href=x>y<img alt=z>", "<font color=a>",
            ])
        + all("a.html", [" x=1", " href=a", "&amp;"], "<a href='", "")
        + all("a.html", ["a 1x,", "a (,", ",", "a,b ", " "], "<img srcset='", "'>")
        + all("a.html", ["url(", "url(a)", "/*", "\\", "@import '", "image-set(", "'", "a{}"], "<style>", "</style>")
        + all(
            "a.html", ["{\"@id\":", "[", "\"\\", "{\"url\":\"a\"},"], "<script type=application/ld+json>[", "</script>")

    private static let xml =
        all("a.xml", ["<a>", "<a/>", "&", "&x;", "&amp;", "<!--", "<![CDATA[", "<?x", "<a b='", "x"], "<r>")
        + all(
            "a.xml", ["<item><link>a</link></item>", "<item><title>", "<item><description>&lt;a href=x>"],
            "<rss><channel>", "</channel></rss>")
        + all(
            "a.xml", ["<url><loc>/a</loc></url>", "<url><loc>", "<loc>&b"],
            "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>", "</urlset>")
        + all("a.xml", ["<outline xmlUrl='a'/>", "<outline xmlUrl='a&b'>"], "<opml><body>", "</body></opml>")
        + all("a.xml", ["<!ENTITY a 'b'>", "<!-- ' -->", "&", "'"], "<!DOCTYPE r [", "]><r/>")
        + all("a.xhtml", ["<a href='x'/>", "<p>", "&b"], "<html xmlns='http://www.w3.org/1999/xhtml'>", "</html>")

    private static let markdown = all(
        "a.md",
        [
            "<div>\n", "<div>", "<table><tr><td>a\n", "<!-- ", "<?", "<!A", "<a b=\"", "<a b ", "<a:", "<a@", "[", "]",
            "[]",
            "[a](", "[a](b", "[a](<", "[a](b \"", "[a][", "[a][b]", "![", "![a](b)", "[a]: /b\n", "[a]: /b 'c\n",
            "[a]: <\n", "[^1]: a\n", "`", "``a", "` a ``", "*", "**a", "_", "> ", "> a\n", "- ", "- a\n", "1. a\n",
            "    a\n",
            "# a\n", "a\n===\n", "---\n", "| a ", "```\n", "&amp;", "&#", "\\", "http://a ", "http://!", "http://(",
            "(http://a", "www.", "mailto:a!", "mailto:a ", "a@b.c", "a@", "@", "a.b@c-", "<a>", "<a href=b>c", "</a>",
            "\n", " \n", "\t", "~~a",
        ])

    private static let text = all(
        "a.txt",
        [
            "http://a", "http://!", "http://a)", "(http://a", "[http://a", "http://a] ", "{http://", "www.", "www.!",
            "mailto:a!", "mailto:a", "mailto:a@", "http://a&amp;", ";", "http://[", "http://_!", "ftp://a\u{2026}",
            "\u{2019}",
        ])

    private static let other =
        all("a.css", ["url(", "url(a)", "/*", "\\", "@import 'a", "'", "\"\n", "a{", "image-set('a' 1x,"])
        + all("a.json", ["{\"a\":\"http://h.test/\"},", "[", "\"\\u0041\",", "{\"a\":"], "[", "0]")
        + all("robots.txt", ["sitemap: http://h.test/\n", "sitemap:", "#", ":"])
        + all("", ["WARC/1.0\r\nContent-Length: 0\r\n\r\n\r\n\r\n", "WARC/", "a: b\r\n"], "WARC/1.0\r\n")

    /// Returns the processor time of a harvest in nanoseconds.
    private func time(_ bytes: [UInt8], _ name: String) -> UInt64 {
        var options = HarvestOptions()
        options.includesScriptStrings = true
        let begin = clock_gettime_nsec(CLOCK_THREAD_CPUTIME_ID)
        let harvest = LinkHarvester(options: options).begin(
            DocumentHarvest.Description(source: "doc", name: name.isEmpty ? nil : name)
        ) { _ in }
        // Many of the documents are malformed, which must be found out in linear time too.
        do {
            try inParts(bytes, of: 16_384) { try harvest.receive($0) }
            try harvest.finish()
        } catch {}
        return clock_gettime_nsec(CLOCK_THREAD_CPUTIME_ID) - begin
    }

    @Test("Four times the input takes about four times as long", arguments: html + xml + markdown + text + other)
    func isLinear(document: Hostile) {
        let (short, long) = (document.bytes(12_000), document.bytes(48_000))
        // A quadratic reader takes sixteen times as long.
        var best = Double.infinity
        for _ in 0..<5 where best >= 8 {
            best = min(best, Double(time(long, document.name)) / Double(max(time(short, document.name), 50_000)))
        }
        #expect(best < 8, "\(document.testDescription): \(best) times as long")
    }

    @Test("Header fields are parsed in linear time", arguments: ["<", "<a>;", "<a>;b=\"", "<a>, ", ",", ";", "\""])
    func linkFields(part: String) {
        func time(_ count: Int) -> UInt64 {
            let value = String(repeating: part, count: count / part.utf8.count)
            let begin = clock_gettime_nsec(CLOCK_THREAD_CPUTIME_ID)
            let harvest = LinkHarvester().begin(
                DocumentHarvest.Description(
                    source: "doc", url: WebURL("http://h.test/"), fields: [HeaderField(name: "Link", value: value)])
            ) { _ in }
            try? harvest.finish()
            return clock_gettime_nsec(CLOCK_THREAD_CPUTIME_ID) - begin
        }
        var best = Double.infinity
        for _ in 0..<5 where best >= 8 { best = min(best, Double(time(48_000)) / Double(max(time(12_000), 50_000))) }
        #expect(best < 8, "\(best) times as long")
    }
}

/// Returns a clock's time in nanoseconds.
private func clock_gettime_nsec(_ clock: clockid_t) -> UInt64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}
