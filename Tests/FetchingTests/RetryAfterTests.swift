import Syntax
import Testing

@testable import Fetching

@Suite("Retry-After and dates")
struct RetryAfterTests {
    @Test(
        "All three date formats are parsed",
        arguments: [
            ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
            ("Sun Nov  6 08:49:37 1994", 784_111_777), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
            ("Tuesday, 06-Nov-29 08:49:37 GMT", 1_888_649_377), ("Friday, 06-Nov-70 08:49:37 GMT", 26_729_377),
            ("Wednesday, 06-Nov-69 08:49:37 GMT", 3_150_953_377),
            ("Thu, 29 Feb 2024 12:00:00 GMT", 1_709_208_000), ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799),
        ] as [(String, Int64)])
    func dates(text: String, seconds: Int64) {
        #expect(HTTPDate.secondsSince1970(text) == seconds)
    }

    @Test(
        "An invalid date gives nil",
        arguments: [
            "", "soon", "-1", "Sun, 06 Nov 1994 25:49:37 GMT", "Sun, 32 Nov 1994 08:49:37 GMT",
            "Sun, 06 Nov 1994 08:49 GMT",
            "Sun, 06 Nov 99999 08:49:37 GMT", "Sun, 06 Foo 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 PST",
            "2024-02-29T12:00:00Z", "a b c d e", ", , , , ,",
        ])
    func noDates(text: String) {
        #expect(HTTPDate.secondsSince1970(text) == nil)
        #expect(RetryAfter.delay(text, now: 0) == nil)
    }

    @Test("Seconds, future dates and past dates give a delay")
    func delays() {
        #expect(RetryAfter.delay(" 120 ", now: 5) == .seconds(120))
        #expect(RetryAfter.delay("0", now: 5) == .zero)
        #expect(RetryAfter.delay("Thu, 01 Jan 1970 00:01:00 GMT", now: 10) == .seconds(50))
        #expect(RetryAfter.delay("Thu, 01 Jan 1970 00:01:00 GMT", now: 1_000) == .zero)
    }

    @Test("A delay too large to represent is finite and long")
    func overflow() throws {
        let delay = try #require(RetryAfter.delay("99999999999999999999999999", now: 0))
        #expect(delay > .seconds(31_000_000_000))
    }

    @Test("Loopback hosts are always exempt from the proxies of the environment")
    func proxyExceptions() {
        #expect(ProxyExceptions.list(exceptions: nil) == "localhost,127.0.0.1,::1")
        #expect(ProxyExceptions.list(exceptions: "a.example") == "a.example,localhost,127.0.0.1,::1")
        #expect(ProxyExceptions.list(exceptions: "*") == "*")
    }
}
