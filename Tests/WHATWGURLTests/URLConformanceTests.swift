import Foundation
import TestSupport
import Testing

@testable import WHATWGURL

@Suite(
    "web-platform-tests",
    .enabled(if: SharedMaterial.conformance("urltestdata.json") != nil, "\(SharedMaterial.missingConformance)"))
struct URLConformanceTests {
    @Test("Every case of urltestdata.json parses or fails as the URL Standard says")
    func urlTestData() throws {
        let (cases, loneSurrogates) = try ConformanceFile.cases("urltestdata.json")
        var failures: [String] = []
        for entry in cases {
            let input = try #require(entry["input"] as? String)
            let baseText = entry["base"] as? String
            let base = baseText.flatMap { WebURL($0) }
            // A base that cannot be parsed is a failure too.
            let url = baseText != nil && base == nil ? nil : WebURL(input, base: base)
            if let mismatch = mismatch(of: url, with: entry) {
                failures.append("\(input.debugDescription) against \(baseText ?? "nothing"): \(mismatch)")
            }
        }
        print(
            """
            urltestdata.json: \(cases.count) run, \(cases.count - failures.count) passed, 0 skipped; \
            \(loneSurrogates) lone surrogates were taken as U+FFFD
            """)
        #expect(cases.count > 800)
        #expect(failures == [])
    }

    @Test("Appending a serialisation, including its shortcut, gives the same result as parsing")
    func appending() throws {
        let (cases, _) = try ConformanceFile.cases("urltestdata.json")
        let further = [
            "x", "x/y.html", "./x", ".x", "x/.", "x/./y", "/", "//", "/x", "//x", "/.x", "/%2e", "/a%2e%2e/b", "?",
            "?x", "#",
            "#x", "#%2e", "x?'", "x?a'b", "x:y", "x/y:z", "x?y:z", "/x:y", "http://a", "http://a/", "http://a/b/../c",
            "http://a.1/", "http://1.2/", "http://xn--a/", "http://a-b/", "http://ab--c/", "http://A/", "http://a:80/",
            "http://a:81/x", "http://a@b/", "http://a./", "http://a..b/", "http://.a/", "http://a/|^`{}", "https:/x",
            "http:x", "https://a/b?c#d", "http://a/\u{E9}", "http://a/ b", " x", "x ", "x\ty", "h", "ht", "https:",
            "http://", "https://a.b", "https://a?b", "https://a#b", "//a", "//a.b/c?d#e", "//A/", "//a:80/", "//1.2/",
            "//a-b/c",
            "//ab--c/", "//a?b", "///a", "//", "//a/../b", "a:b", "a:", "a:/b", "a://b", "a:b#c?d", "a:b?c#d", "a:b c ",
            "a:.",
            "a:./b", "a:%2e", "a:b/../c", "A:b", "1:2", "-a:b", "a-b:c", "a+b:c", "ws:x", "wss:x", "ftp:x", "file:x",
            "javascript:void(0)", "mailto:?subject=a%20b", "data:image/png;base64,AA==", "a:b:c", "mw-data:x",
        ]
        var inputs = cases.compactMap { $0["input"] as? String }
        inputs += further
        var bases: [WebURL?] = [nil]
        bases += [
            "https://example.org/dir/page?q#f", "http://example.org", "https://u:p@example.org:8080/a/b/",
            "file:///c/d", "mailto:a@b", "x://h/p", "about:blank",
        ].map { WebURL($0) }
        var differing: [String] = []
        for base in bases {
            for input in inputs {
                var output: [UInt8] = []
                let isAddress = Array(input.utf8).withUnsafeBufferPointer {
                    WebURL.append(utf8: $0, base: base, queryEncoder: nil, to: &output)
                }
                let appended = isAddress ? String(decoding: output, as: UTF8.self) : nil
                if appended != WebURL(input, base: base)?.href { differing.append("\(input) \(appended ?? "nil")") }
            }
        }
        #expect(differing == [])
    }

    private func mismatch(of url: WebURL?, with entry: [String: Any]) -> String? {
        if entry["failure"] as? Bool == true { return url.map { "should fail, is \($0.href)" } }
        guard let url else { return "failed" }
        let actual: [String: String] = [
            "href": url.href, "origin": url.origin, "protocol": url.scheme + ":", "username": url.username,
            "password": url.password, "host": url.host, "hostname": url.hostname,
            "port": url.port.map { String($0) } ?? "", "pathname": url.path,
            "search": url.query.map { $0.isEmpty ? "" : "?" + $0 } ?? "",
            "hash": url.fragment.map { $0.isEmpty ? "" : "#" + $0 } ?? "",
        ]
        for (key, value) in actual.sorted(by: { $0.key < $1.key }) {
            if let expected = entry[key] as? String, expected != value { return "\(key) is \(value), not \(expected)" }
        }
        if WebURL(url.href)?.href != url.href { return "\(url.href) does not parse to itself" }
        return nil
    }

    @Test("The domains of toascii.json are converted as the URL Standard says, except for labels too long for DNS")
    func toASCII() throws {
        let (cases, _) = try ConformanceFile.cases("toascii.json")
        var failures: [String] = []
        for entry in cases {
            let input = try #require(entry["input"] as? String)
            let hostname = WebURL("https://\(input)/x")?.hostname
            if hostname != entry["output"] as? String {
                failures.append("\(input.debugDescription): \(hostname ?? "failed")")
            }
        }
        print("toascii.json: \(cases.count) run, \(cases.count - failures.count) passed; not passed: \(failures)")
        #expect(cases.count > 80)
        #expect(failures.allSatisfy { $0.hasPrefix("\"x0123456789") })
        #expect(Double(failures.count) <= Double(cases.count) * 0.03)
    }

    @Test("Queries are encoded as the UTF-8 column of percent-encoding.json says")
    func percentEncoding() throws {
        let (cases, _) = try ConformanceFile.cases("percent-encoding.json")
        for entry in cases {
            let input = try #require(entry["input"] as? String)
            let outputs = try #require(entry["output"] as? [String: String])
            let expected = try #require(outputs["utf-8"])
            #expect(WebURL("https://example.org/?\(input)")?.query == expected)
        }
        print("percent-encoding.json: \(cases.count) run in UTF-8; the encoders of other encodings are Markup's")
    }
}
