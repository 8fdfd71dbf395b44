import LinkHarvest
import LinkOutput
import Testing
import WHATWGURL

@Suite("Check results in formats")
struct LinkCheckFormatTests {
    private func output(
        _ format: LinkFormatDescriptor, _ checks: [CheckedLink.Check?], namesPages: Bool = false
    ) -> String {
        var options = LinkFormatDescriptor.Options()
        options.namesPages = namesPages
        var writer = format.makeFormat(options)
        var bytes = writer.opening()
        for (index, check) in checks.enumerated() {
            writer.write(FormatScene.link("https://a/\(index)"), check: check, into: &bytes)
        }
        return String(decoding: bytes + writer.closing(), as: UTF8.self)
    }

    private let redirected = LinkCheckResult(
        status: 200, finalURL: WebURL("https://b/"),
        redirects: WebURL("https://a/").map { [.init(url: $0, status: 301)] } ?? [], hasFragment: false)

    @Test("JSON has the status and the whole result behind the other fields")
    func json() throws {
        let line = output(.json, [.result(redirected)])
        #expect(
            line.hasSuffix(
                #""source":"page.html","status":200,"checked":{"status":200,"finalURL":"https://b/","#
                    + #""redirects":[{"url":"https://a/","status":301}],"error":null,"fragment":false}}"# + "\n]\n"))
    }

    @Test("A link that cannot be checked has null, and one whose request failed has the error")
    func absent() throws {
        let ndjson = try LinkFormatDescriptor(parsing: "ndjson")
        #expect(
            output(ndjson, [.notApplicable]).hasSuffix(#""source":"page.html","status":null,"checked":null}"# + "\n"))
        #expect(
            output(ndjson, [.result(LinkCheckResult(error: "no"))]).hasSuffix(
                #""status":null,"checked":{"status":null,"finalURL":null,"redirects":[],"error":"no","fragment":null}}"#
                    + "\n"))
    }

    @Test("In a crawl, lines has the reason and the page of each checked link")
    func linesOfCrawl() {
        var blocked = LinkCheckResult(status: 403)
        blocked.refusal = .challenge
        let checks: [CheckedLink.Check?] = [
            nil, .notApplicable, .result(LinkCheckResult(status: 200)), .result(LinkCheckResult(status: 410)),
            .result(LinkCheckResult(error: "a\tb\nc")), .result(blocked), .result(redirected),
        ]
        #expect(
            output(.lines, checks, namesPages: true) == """
                https://a/0
                https://a/1\t-\t-\tpage.html
                https://a/2\t200\t-\tpage.html
                https://a/3\t410\tgone\tpage.html
                https://a/4\tfailed\ta\u{FFFD}b\u{FFFD}c\tpage.html
                https://a/5\t403\tblocked: challenge\tpage.html
                https://a/6\tbroken-fragment\tthe page has no target for this fragment\tpage.html

                """)
    }

    @Test("lines has the check in one word after a tab, and the reason if the word does not say it")
    func lines() {
        let checks: [CheckedLink.Check?] = [
            nil, .notApplicable, .result(LinkCheckResult(status: 404)), .result(LinkCheckResult(error: "no")),
            .result(redirected),
        ]
        #expect(
            output(.lines, checks) == """
                https://a/0
                https://a/1\t-
                https://a/2\t404
                https://a/3\tfailed\tno
                https://a/4\tbroken-fragment

                """)
    }

    @Test(
        "A check changes the output of exactly the formats that carry check results",
        arguments: LinkFormatDescriptor.all)
    func contents(format: LinkFormatDescriptor) {
        let isWritten = output(format, [.result(LinkCheckResult(status: 404))]) != output(format, [nil])
        #expect(isWritten == format.contents.contains(.checkResults))
    }
}
