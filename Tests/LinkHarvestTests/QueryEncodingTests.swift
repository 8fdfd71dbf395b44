import Foundation
import LinkHarvest
import Testing
import WHATWGURL

@Suite("Queries in the document's encoding")
struct QueryEncodingTests {
    @Test("Links in pages are encoded as every case of percent-encoding.json says")
    func conformance() throws {
        let checkout = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let root =
            ProcessInfo.processInfo.environment["LEFTOFF_CONFORMANCE"].map { URL(filePath: $0) }
            ?? checkout.deletingLastPathComponent().appending(path: "shared/conformance")
        guard let data = try? Data(contentsOf: root.appending(path: "percent-encoding.json")) else {
            print("skipped: no percent-encoding.json beside the checkout or in LEFTOFF_CONFORMANCE")
            return
        }
        let file = try #require(try JSONSerialization.jsonObject(with: data) as? [Any])
        var count = 0
        var failures: [String] = []
        for entry in file.compactMap({ $0 as? [String: Any] }) {
            let input = try #require(entry["input"] as? String)
            for (label, expected) in try #require(entry["output"] as? [String: String]) {
                let references = input.unicodeScalars.map { "&#\($0.value);" }.joined()
                let html = "<a href='?\(references)'>"
                let bytes = label.hasPrefix("utf-16") ? html.utf8.flatMap { [$0, 0] } : Array(html.utf8)
                let links = try LinkHarvester().harvest(
                    bytes, contentType: "text/html;charset=\(label)", documentURL: WebURL("https://example.org/"),
                    source: "test")
                count += 1
                let query = links.first?.url?.query
                if query != expected { failures.append("\(input) in \(label): \(query ?? "nil") not \(expected)") }
            }
        }
        print("percent-encoding.json: \(count - failures.count) of \(count) cases pass, in all its encodings")
        #expect(count >= 16)
        #expect(failures == [])
    }
}
