import Places
import Testing

@testable import Copies

@Suite("Finding the words of a highlight in a copy")
struct QuoteSearchTests {
    private static let text =
        "One sail was set. The sea was calm. Two sails were set. The sea was calm. At dusk they turned back home."

    private func found(_ exact: String, prefix: String = "", suffix: String = "") -> String? {
        var text = CopyText()
        text.append(Self.text)
        return QuoteSearch(in: text).range(of: TextQuote(exact: exact, prefix: prefix, suffix: suffix)).map { range in
            "\(range.lowerBound): \(String(decoding: text.units[range], as: UTF16.self))"
        }
    }

    @Test(
        "Words are found where the words around them are, also in other quotation marks and case",
        arguments: [
            ("At dusk they turned back", "", "", "74: At dusk they turned back"),
            ("dusk", "At ", " they", "77: dusk"),
            ("The sea was calm.", "sails were set. ", " At dusk", "56: The sea was calm."),
            ("The sea was calm.", "One sail was set. ", " Two", "18: The sea was calm."),
            ("  The sea\n was\u{A0}calm. ", "sails were\n set. ", " At dusk", "56: The sea was calm."),
            ("AT DUSK  they turned\u{AD} back", "", "", "74: At dusk they turned back"),
        ])
    func present(exact: String, prefix: String, suffix: String, expected: String) {
        #expect(found(exact, prefix: prefix, suffix: suffix) == expected)
    }

    @Test(
        "Words that are edited, ambiguous or in another context are not found",
        arguments: [
            ("The sea was rough.", "", ""), ("The sea was calm.", "", ""), ("The sea was calm.", "zzz", "zzz"),
            ("dusk", "zzz", "zzz"), ("", "", ""), ("   ", "", ""),
        ])
    func absent(exact: String, prefix: String, suffix: String) {
        #expect(found(exact, prefix: prefix, suffix: suffix) == nil)
    }
}
