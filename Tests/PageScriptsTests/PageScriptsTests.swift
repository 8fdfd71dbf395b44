import Foundation
import Testing

@testable import PageScripts

/// The scripts and bookmarklets that users receive.
@Suite struct PageScriptsTests {
    @Test("The capture script defines the global that action extensions call")
    func captureDefinesTheGlobal() {
        #expect(PageScripts.capture.hasPrefix("var ExtensionPreprocessingJS = (() => {"))
        #expect(PageScripts.capture.hasSuffix(".defineExtensionPreprocessing();\n"))
        #expect(PageScripts.capture.contains("completionFunction"))
    }

    @Test("Bookmarklets are URLs that are short enough for bookmarks", arguments: ["capture", "restore"])
    func bookmarkletsFit(name: String) throws {
        let service = "http://127.0.0.1:5338"
        let address =
            name == "capture"
            ? PageScripts.captureBookmarklet(service: service, token: "0123456789abcdefghjkmnpqrs")
            : PageScripts.restoreBookmarklet(service: service)
        #expect(address.hasPrefix("javascript:void(()%20=%3E%20{"))
        // Firefox stores at most 65,536 bytes (`DB_URL_LENGTH_MAX`).
        #expect(address.utf8.count < 65_000)
        #expect(address.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
        for character in "\"'<>#`\\^& " { #expect(!address.contains(character), "\(character)") }
        let program = try #require(address.removingPercentEncoding)
        let token = name == "capture" ? #","0123456789abcdefghjkmnpqrs""# : ""
        #expect(program.hasSuffix("(\"http://127.0.0.1:5338\"\(token))"))
    }

    @Test("The capture bookmarklet contains its token")
    func captureBookmarkletContainsItsToken() throws {
        let address = PageScripts.captureBookmarklet(service: "http://127.0.0.1:5338", token: "t-0_k")
        #expect(
            try #require(address.removingPercentEncoding).hasSuffix(
                ".captureAndSend(\"http://127.0.0.1:5338\",\"t-0_k\")"))
    }

    @Test(
        "A hostile snapshot cannot end its string literal",
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
        let call = try #require(expression.range(of: ".restoreFromJSON(", options: .backwards))
        let literal = try #require(
            expression[call.upperBound...].firstMatch(of: /^("(?:[^"\\]|\\.)*")\)$/)?.output.1)
        for character in "<>&\n\r\u{2028}\u{2029}\u{0}" { #expect(!literal.contains(character)) }
        // The literal has the form of a JSON string, whose value is the text.
        let decoded = try JSONDecoder().decode([String].self, from: Data("[\(literal)]".utf8))
        #expect(decoded == [json])
    }

    @Test("The restore expression is one expression")
    func restoreIsOneExpression() {
        let expression = PageScripts.restoreExpression(snapshotJSON: "{}")
        #expect(expression.hasPrefix("(() => {"))
        #expect(expression.hasSuffix(".restoreFromJSON(\"{}\")"))
    }
}
