import CLibCurl
import Syntax
import Testing
import WHATWGURL

@testable import Fetching

@Suite("Fields, lengths, speed and cookies of a transfer")
struct FieldAndFramingTests {
    @Test("A field that could end its line is malformed", arguments: ["a\rb", "a\nb", "a\0", "\r"])
    func unsafeValue(value: String) {
        #expect(!HeaderField.isSafeValue(value) && !HeaderField(name: "A", value: value).isWellFormed)
        #expect(HeaderField(name: "A", value: "a\tb é").isWellFormed && !HeaderField(name: "", value: "").isWellFormed)
    }

    @Test(
        "Contradictory or malformed lengths are defects",
        arguments: [
            (["5"], true), (["5", "5"], true), (["5", "6"], false), (["5, 6"], false), (["5, 5"], true),
            (["-5"], false), (["5x"], false), (["99999999999999999999"], false), ([], true),
        ])
    func lengths(values: [String], isSound: Bool) throws {
        let url = try #require(WebURL("http://a.example/"))
        let fields = values.map { HeaderField(name: "Content-Length", value: $0) }
        #expect((ResponseFraming.defect(of: ResponseHead(status: 200, fields: fields, url: url)) == nil) == isSound)
        let chunked = fields + [HeaderField(name: "Transfer-Encoding", value: "chunked")]
        #expect(ResponseFraming.defect(of: ResponseHead(status: 200, fields: chunked, url: url)) == nil)
    }

    @Test(
        "A length of more than 2⁵³ − 1 bytes is refused in any version of HTTP",
        arguments: [
            ("9007199254740991", false), ("9007199254740992", true), ("18014398509481984", true),
            ("9223372036854775807", true), ("9223372036854775808", true),
            ("1\(String(repeating: "0", count: 30))", true),
            ("000000000000000000000000000005", false), ("9007199254740992, 9007199254740992", true),
        ])
    func largeLengths(value: String, isTooLarge: Bool) throws {
        let url = try #require(WebURL("http://a.example/"))
        let fields = [HeaderField(name: "Content-Length", value: value)]
        for version in ["1.0", "1.1", "2"] {
            let head = ResponseHead(status: 200, fields: fields, url: url, httpVersion: version)
            #expect(ResponseFraming.defect(of: head) == (isTooLarge ? .tooLarge : nil))
        }
        #expect(ResponseFraming.defect(of: ResponseHead(status: 304, fields: fields, url: url)) == nil)
        let error = TransferError.tooLarge(url: url, limit: ByteCount.range.upperBound)
        #expect(error.description == "http://a.example/: the server announces more than 8 PiB" && !error.isTransient)
    }

    @Test("Idle time is not credited to a limited transfer")
    func rate() {
        var limiter = RateLimiter(bytesPerSecond: 100)
        let start = ContinuousClock.now
        limiter.consume(100, now: start)
        #expect(limiter.nextTurn(now: start) == start + .seconds(1))
        #expect(limiter.nextTurn(now: start + .seconds(1)) == nil)
        let later = start + .seconds(60)
        limiter.consume(200, now: later)
        #expect(limiter.nextTurn(now: later) == later + .seconds(2))
    }

    @Test("Of the cookies of a domain, the newest 180 are kept, and those of other domains stay")
    func cookies() throws {
        func line(_ domain: String, _ number: Int) -> String {
            "\(domain)\tFALSE\t/\tFALSE\t4102444800\tc\(number)\tv"
        }
        let lines = (0..<200).map { line("many.example", $0) } + [line("few.example", 0)]
        let store = try #require(CookieStore(lines: []))
        let transfer = try #require(clibcurl_easy_create())
        defer { clibcurl_easy_destroy(transfer) }
        _ = clibcurl_set_share(transfer, store.share)
        for line in lines { _ = clibcurl_set_text(transfer, CLIBCURL_COOKIELIST, line) }
        let before = store.lines
        try #require(before.count == 201)
        // Cookies are counted after a thousand new ones; one response counts for 50.
        for _ in 0..<20 { store.recordNew(50) }
        let many = before.filter { $0.hasPrefix("many.example") }
        #expect(store.lines.filter { $0.hasPrefix("many.example") }.sorted() == many.suffix(180).sorted())
        #expect(store.lines.count == 181)
    }
}
