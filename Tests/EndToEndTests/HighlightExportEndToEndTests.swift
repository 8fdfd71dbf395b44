import Foundation
import Testing

@Suite("Exporting highlights on the command line", .ownThreads)
struct HighlightExportEndToEndTests {
    let leftoff: Leftoff

    init() throws { leftoff = try Leftoff() }

    private func capture(_ page: String, words: String?) throws -> String {
        let selection = words.map { #","selection":{"exact":"\#($0)"},"purpose":"highlight""# } ?? ""
        let json = #"{"url":"https://example.org/\#(page)","title":"Page \#(page)","pageYOffset":900\#(selection)}"#
        let outcome = try leftoff.run(["capture"], input: Data(json.utf8))
        try #require(outcome.status == 0, "\(outcome.errorText)")
        return try #require(outcome.lines.first)
    }

    @Test("Without a selection, all pages with highlights are exported, and with one, the pages of the places")
    func markdown() throws {
        let first = try capture("a", words: nil)
        _ = try capture("a", words: "the words")
        _ = try capture("b", words: "other words")
        _ = try capture("c", words: nil)
        let all = try leftoff.run(["export", "--format", "markdown"])
        #expect(all.status == 0 && all.errorLines == ["leftoff: exported 2 pages"])
        #expect(all.lines.filter { $0.hasPrefix("# ") } == ["# Page b", "# Page a"])
        let one = try leftoff.run(["export", "--format", "markdown", "--id", first, "-q"])
        #expect(one.status == 0 && one.errorText.isEmpty)
        #expect(one.lines.first == "# Page a" && one.lines.last == "> the words")
        let third = try leftoff.run(["export", "--format", "markdown", "--query", "Page c"])
        #expect(third.lines.first == "# Page c" && !third.lines.contains { $0.hasPrefix("> ") })
    }

    @Test("Annotations are imported into another home")
    func annotations() throws {
        _ = try capture("a", words: "the words")
        let exported = try leftoff.run(["export", "--format", "annotations"])
        #expect(exported.status == 0)
        let other = try Leftoff()
        let imported = try other.run(["import"], input: exported.output)
        #expect(imported.status == 0, "\(imported.errorText)")
        let listed = try other.run(["list", "--kind", "highlight", "--format", "json"])
        let places = try #require(try JSONSerialization.jsonObject(with: listed.output) as? [[String: Any]])
        #expect(places.map { $0["url"] as? String } == ["https://example.org/a"])
    }

    @Test("Without highlights there is an empty page of annotations, and no Markdown")
    func empty() throws {
        _ = try capture("a", words: nil)
        let annotations = try leftoff.run(["export", "--format", "annotations"])
        let page = try #require(try JSONSerialization.jsonObject(with: annotations.output) as? [String: Any])
        #expect((page["items"] as? [Any])?.isEmpty == true)
        #expect(try leftoff.run(["export", "--format", "markdown"]).output.isEmpty)
    }
}
