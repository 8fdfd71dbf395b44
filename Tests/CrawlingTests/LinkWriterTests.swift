import LinkHarvest
import LinkOutput
import Synchronization
import Testing
import WHATWGURL

@testable import Crawling

@Suite("Writer of links")
struct LinkWriterTests {
    /// An output that keeps all bytes.
    private final class Output: LinkSink {
        var bytes: [UInt8] = []
        var flushCount = 0

        var text: String { String(decoding: bytes, as: UTF8.self) }

        func write(_ bytes: [UInt8]) { self.bytes += bytes }
        func flush() { flushCount += 1 }
    }

    /// An observer that keeps all notices in short form.
    private final class Observer: LinkPipelineObserver {
        private let notices = Mutex<[String]>([])

        var reported: [String] { notices.withLock { $0 } }

        func update(_ status: LinkRunStatus) {}

        func report(_ notice: LinkNotice) {
            let text =
                switch notice {
                case .excluded(_, let exclusion): exclusion.cause == "limit" ? "limit" : "excluded"
                case .broken(let link, _): "broken \(link.url?.href ?? "-")"
                default: "other"
                }
            notices.withLock { $0.append(text) }
        }
    }

    private let output = Output()
    private let observer = Observer()

    private func link(_ address: String) -> HarvestedLink {
        HarvestedLink(
            url: WebURL(address), raw: address, element: "a", attribute: "href", kind: .anchor, source: "page")
    }

    private func writer(_ format: String, _ change: (inout LinkWriter.Options) -> Void = { _ in }) throws -> LinkWriter
    {
        var options = LinkWriter.Options(format: try LinkFormatDescriptor(parsing: format))
        change(&options)
        return LinkWriter(options, output: output, observer: observer)
    }

    @Test("Links are written in order between the beginning and the end of the format")
    func whole() throws {
        let writer = try writer("json")
        for address in ["https://b/", "https://a/"] { writer.write(CheckedLink(link(address))) }
        #expect(try writer.finish().isEmpty)
        #expect(output.text.hasPrefix("[\n{\"url\":\"https://b/\"") && output.text.hasSuffix("}\n]\n"))
        #expect(writer.count == 2)
    }

    @Test("The limit counts written links, and --explain reports the others")
    func limit() throws {
        let writer = try writer("lines") {
            $0.limit = 2
            $0.explainsExclusions = true
        }
        for address in ["https://a/", "https://a/", "https://b/", "https://c/"] {
            writer.write(CheckedLink(link(address)))
        }
        _ = try writer.finish()
        #expect(output.text == "https://a/\nhttps://b/\n")
        #expect(observer.reported == ["excluded", "limit"])
        #expect(!writer.isFull)
    }

    @Test("Sorted links are written at the end")
    func sorted() throws {
        let writer = try writer("lines") { $0.order = .url }
        for address in ["https://b/", "https://a/"] { writer.write(CheckedLink(link(address))) }
        try writer.flush()
        #expect(output.text.isEmpty)
        _ = try writer.finish()
        #expect(output.text == "https://a/\nhttps://b/\n")
    }

    @Test(
        "A broken link is counted, and reported if the format cannot represent the result",
        arguments: [("lines", []), ("wget", ["broken https://a/"])] as [(String, [String])])
    func broken(format: String, notices: [String]) throws {
        let writer = try writer(format)
        writer.write(CheckedLink(link("https://a/"), check: .result(LinkCheckResult(status: 404))))
        writer.write(CheckedLink(link("https://b/"), check: .result(LinkCheckResult(status: 200))))
        #expect(writer.brokenCount == 1)
        #expect(observer.reported == notices)
    }

    @Test("Links that the format cannot represent are counted by reason, but not repeated ones")
    func omissions() throws {
        let writer = try writer("wget")
        for address in ["mailto:a@b", "mailto:c@d", "https://a/", "https://a/"] {
            writer.write(CheckedLink(link(address)))
        }
        let omitted = try writer.finish()
        #expect(omitted.map { $0.omission } == [.notDownloadable] && omitted.map { $0.count } == [2])
        #expect(writer.count == 1)
    }
}
