import LinkHarvest
import WHATWGURL

@testable import Crawling

extension FuzzTarget {
    /// Web archives whose lengths have any size, and an index of captures.
    static let archive = FuzzTarget(name: "archive") { bytes in
        var input = FuzzInput(bytes)
        let partLength = Int(input.byte()) % 100 + 1
        var document: [UInt8] = []
        for _ in 0..<(input.byte() % 4 + 1) { document += record(&input) }
        let whole = archiveLinks(document, partLength: max(1, document.count))
        let parts = archiveLinks(document, partLength: partLength)
        expect(whole == parts, "is the same in parts: \(whole.count) and \(parts.count) links")
        checkIndex(&input)
    }

    /// Returns a record; its lengths are usually right.
    private static func record(_ input: inout FuzzInput) -> [UInt8] {
        let page = "<a href=\(input.byte())>a</a>"
        var head = "HTTP/1.1 \(input.isRare() ? input.number() : "200") OK\r\nContent-Type: text/html\r\n"
        var body = page
        if input.isEven() {
            head += "Transfer-Encoding: chunked\r\n"
            let size = input.isEven() ? String(page.utf8.count, radix: 16) : input.number()
            body = "\(size)\(input.isRare() ? ";a=\(input.number())" : "")\r\n\(page)\r\n0\r\n\r\n"
        } else if input.isEven() {
            head += "Content-Length: \(input.number())\r\n"
        }
        let block = "\(head)\r\n\(body)"
        let length = input.isEven() ? input.number() : "\(block.utf8.count)"
        var fields = "WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.example/\r\n"
        fields += "Content-Type: application/http; msgtype=response\r\nContent-Length: \(length)\r\n"
        if input.isRare() {
            fields += "WARC-Segment-Number: \(input.number())\r\nContent-Length: \(input.number())\r\n"
        }
        return Array("\(fields)\r\n\(block)\r\n\r\n".utf8)
    }

    private static func archiveLinks(_ document: [UInt8], partLength: Int) -> [HarvestedLink] {
        var links: [HarvestedLink] = []
        let description = DocumentHarvest.Description(
            source: "fuzz", contentType: "application/warc", url: WebURL("https://example.org/a.warc"))
        let harvest = LinkHarvester(options: HarvestOptions(keepsDuplicates: true)).begin(description) {
            links += $0.links
        }
        do {
            for start in stride(from: 0, to: document.count, by: partLength) {
                try document[start..<min(document.count, start + partLength)].withUnsafeBufferPointer(harvest.receive)
            }
            try harvest.finish()
        } catch {
            // An archive may be rejected; the links before the error are kept.
        }
        return links
    }

    /// Checks the ranges of an index of captures (CDXJ).
    private static func checkIndex(_ input: inout FuzzInput) {
        guard let location = try? ArchiveLocation("https://example.org/") else { return }
        var index = CaptureIndex(location)
        for _ in 0..<(input.byte() % 6) {
            func quoted(_ input: inout FuzzInput) -> String {
                input.isEven() ? "\"\(input.json().filter { $0 != "\"" })\"" : input.json()
            }
            let numbers = "\"offset\":\(quoted(&input)),\"length\":\(quoted(&input))"
            try? index.add("a 2026 {\"filename\":\"a.warc.gz\",\(numbers),\"status\":\(quoted(&input))}")
        }
        for case .archive(let archive) in (try? index.sources()) ?? [] {
            guard let range = archive.range else { continue }
            expect(range.lowerBound >= 0 && range.upperBound <= 1 << 53 && !range.isEmpty, "is a range: \(range)")
        }
    }
}
