import Copies
import Foundation
import Places
import WHATWGURL

// Prints the main content of pages: one JSON object a line with the file's name, the time in seconds and the text, for
// Benchmarks/page-text/compare.

guard let address = WebURL("https://example.org/page") else { exit(70) }
for path in CommandLine.arguments.dropFirst() {
    var line: [String: Any] = ["file": URL(filePath: path).lastPathComponent]
    do {
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        let start = ContinuousClock.now
        let page = try PageReader(url: address).read(bytes, contentType: "text/html")
        let time = (ContinuousClock.now - start) / .seconds(1)
        line["seconds"] = time
        line["text"] = page.copy.plainText
        line["bytes"] = page.copy.encoded().count
        line["kinds"] = page.copy.blocks.map { "\($0.kind)" }
    } catch {
        line["error"] = "\(error)"
    }
    print(String(decoding: try JSONSerialization.data(withJSONObject: line, options: [.sortedKeys]), as: UTF8.self))
}
