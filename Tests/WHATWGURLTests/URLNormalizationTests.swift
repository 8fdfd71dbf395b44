import Testing

@testable import WHATWGURL

@Suite("URL normalization")
struct URLNormalizationTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var form: URLNormalization
        var address: String
        var expected: String
        var testDescription: String { address }
    }

    @Test(
        "Each normalization changes only its own part of the URL",
        arguments: [
            Row(form: .fragment, address: "https://a/b?c#d", expected: "https://a/b?c"),
            Row(form: .fragment, address: "mailto:x@y?subject=z#f", expected: "mailto:x@y?subject=z"),
            Row(form: .tracking, address: "https://a/?utm_source=x&b=1&GCLID=2#f", expected: "https://a/?b=1#f"),
            Row(form: .tracking, address: "https://a/?fbclid=1", expected: "https://a/"),
            Row(form: .tracking, address: "https://a/?utmost=1&q=utm_x", expected: "https://a/?utmost=1&q=utm_x"),
            Row(form: .ports, address: "ssh://git@h:22/x", expected: "ssh://git@h/x"),
            Row(form: .ports, address: "ssh://git@h:2222/x", expected: "ssh://git@h:2222/x"),
            Row(form: .ports, address: "https://a:443/", expected: "https://a/"),
            Row(form: .ports, address: "http://a:443/", expected: "http://a:443/"),
            Row(form: .ports, address: "rtsp://[::1]:554/x", expected: "rtsp://[::1]/x"),
            Row(form: .credentials, address: "https://u:p@a:8080/x?y#z", expected: "https://a:8080/x?y#z"),
            Row(form: .encoding, address: "https://a/%7eb%2f%e9?%41%zz%", expected: "https://a/~b%2F%E9?A%zz%"),
            Row(form: .encoding, address: "https://a/%25%341", expected: "https://a/%2541"),
            Row(
                form: .all, address: "https://u@a/%61?utm_id=1&x=%2a#f", expected: "https://a/a?x=%2A"),
            Row(form: [], address: "https://u:p@a:1/%7e?utm_id=1#f", expected: "https://u:p@a:1/%7e?utm_id=1#f"),
            Row(form: .all, address: "data:text/plain,%7e", expected: "data:text/plain,%7e"),
            Row(form: .all, address: "web+x:/.//not-a-host", expected: "web+x:/.//not-a-host"),
        ])
    func forms(row: Row) throws {
        let url = try #require(WebURL(row.address))
        let formed = row.form.apply(to: url)
        #expect(formed.href == row.expected)
        #expect(row.form.apply(to: formed) == formed, "normalizing again changes nothing")
    }

    @Test("Each normalization has a unique name")
    func names() {
        #expect(Set(URLNormalization.names.map(\.name)).count == URLNormalization.names.count)
        let named = URLNormalization.names.filter { $0.name != "all" }.map(\.normalization)
        #expect(URLNormalization(named) == .all)
    }
}
