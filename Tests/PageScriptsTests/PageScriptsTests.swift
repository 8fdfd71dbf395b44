import Foundation
import Testing

@testable import PageScripts

/// The scripts as they are handed out.
@Suite struct PageScriptsTests {
    @Test("The capture script defines the global that action extensions call")
    func captureDefinesTheGlobal() {
        #expect(PageScripts.capture.hasPrefix("var ExtensionPreprocessingJS = (function () {"))
        #expect(PageScripts.capture.hasSuffix(")();\n"))
        #expect(PageScripts.capture.contains("completionFunction"))
    }

    @Test("Bookmarklets are addresses that fit into bookmarks", arguments: ["capture", "restore"])
    func bookmarkletsFit(name: String) throws {
        let service = "http://127.0.0.1:5338"
        let address =
            name == "capture"
            ? PageScripts.captureBookmarklet(service: service, token: "0123456789abcdefghjkmnpqrs")
            : PageScripts.restoreBookmarklet(service: service)
        #expect(address.hasPrefix("javascript:(function(){"))
        #expect(address.utf8.count < 60_000)
        #expect(address.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
        for character in "\"'<>#`\\^& " { #expect(!address.contains(character), "\(character)") }
        let program = try #require(address.removingPercentEncoding)
        #expect(program.contains("\"http://127.0.0.1:5338\""))
        #expect(program.hasSuffix(");})()"))
    }

    @Test("The capture bookmarklet carries its token")
    func captureBookmarkletCarriesItsToken() throws {
        let address = PageScripts.captureBookmarklet(service: "http://127.0.0.1:5338", token: "t-0_k")
        #expect(
            try #require(address.removingPercentEncoding).hasSuffix(
                "(\"http://127.0.0.1:5338\",\"t-0_k\");})()"))
    }

    @Test(
        "Hostile snapshot text stays text",
        arguments: [
            #"{"title":"</script><script>alert(1)</script>"}"#,
            #"{"title":"\u2028\u2029"}"#,
            "{\"title\":\"\u{2028}alert(1)\u{2029}\"}",
            #"{"title":"\"); alert(1); (\""}"#,
            #"{"__proto__":{"x":1},"title":"<!-- ]]> ${alert(1)} `"}"#,
            "not JSON \\\n\r\u{0}\"",
        ])
    func hostileTextStaysText(json: String) throws {
        let expression = PageScripts.restoreExpression(snapshotJSON: json)
        let call = try #require(expression.range(of: "return restoreFromJSON(", options: .backwards))
        let literal = try #require(
            expression[call.upperBound...].firstMatch(of: /^("(?:[^"\\]|\\.)*")\);\n\}\)\(\)$/)?.output.1)
        for character in "<>&\n\r\u{2028}\u{2029}\u{0}" { #expect(!literal.contains(character)) }
        // The literal has the form of a JSON string, whose value is the text.
        let decoded = try JSONDecoder().decode([String].self, from: Data("[\(literal)]".utf8))
        #expect(decoded == [json])
    }

    @Test("The restore expression is one expression")
    func restoreIsOneExpression() {
        let expression = PageScripts.restoreExpression(snapshotJSON: "{}")
        #expect(expression.hasPrefix("(function () {"))
        #expect(expression.hasSuffix("})()"))
    }
}
