import LinkHarvest
import LinkOutput
import Synchronization
import Testing
import WHATWGURL

@testable import Crawling

@Suite("Local inputs on several threads")
struct LocalPipelineTests {
    /// An error of the output or of a file.
    private struct Failure: Error, Equatable {}

    private final class Output: LinkSink {
        var bytes: [UInt8] = []
        /// The number of bytes after which every write fails.
        var capacity = Int.max

        func write(_ bytes: [UInt8]) throws {
            guard self.bytes.count + bytes.count <= capacity else { throw Failure() }
            self.bytes += bytes
        }

        func flush() {}
    }

    private final class Observer: LinkPipelineObserver {
        private let lines = Mutex<[String]>([])

        var reported: [String] { lines.withLock { $0 } }

        func update(_ status: LinkRunStatus) {}

        func report(_ notice: LinkNotice) {
            let line: String? =
                switch notice {
                case .failure(let failure): "failed \(failure.source)"
                case .warning(let line): line
                case .excluded(let link, let exclusion): exclusion.line(of: link)
                default: nil
                }
            if let line { lines.withLock { $0.append(line) } }
        }
    }

    /// Files in memory: pages with links of their own, damaged ones, a missing one, and one that only the caller reads.
    private static func page(_ name: String) throws -> [UInt8] {
        if name.hasPrefix("missing") { throw Failure() }
        if name.hasPrefix("empty") { return [] }
        if name.hasPrefix("binary") { return [UInt8](repeating: 0, count: 4_096) }
        let count = name.hasPrefix("large") ? 1_000 : name.utf8.reduce(0) { $0 + Int($1) } % 40
        var text = "<title>\(name)</title>"
        for index in 0..<count {
            text += "<p><a href='/\(name)/\(index % 30)' title='\u{E9}\"' rel='A  b'>link \(index)</a>"
            text += "<img src='/shared/\(index % 7).png'>"
        }
        return Array(text.utf8)
    }

    private static let names =
        (0..<30).map { "page\($0)" } + ["large1", "missing", "page-", "empty", "binary", "pipe1", "pipe2", "large2"]
        + (0..<40).map { "after\($0)" } + ["missing2"]

    private struct Result: Equatable {
        var output: String
        var notices: [String]
        var links: Int
        var pages: Int
        var failed: Int
        var damaged: Int
        var written: Int
    }

    private func run(
        threads: Int, format: String, names: [String] = names, capacity: Int = .max,
        change: (inout LinkWriter.Options, inout LinkPipeline) -> Void = { _, _ in }
    ) throws -> Result {
        let output = Output()
        output.capacity = capacity
        let observer = Observer()
        var options = LinkWriter.Options(format: try LinkFormatDescriptor(parsing: format))
        func pipeline(_ writer: LinkWriter) -> LinkPipeline {
            LinkPipeline(
                inputs: names.map { LinkInput(source: .file(InputPath($0))) },
                harvester: LinkHarvester(options: HarvestOptions(keepsDuplicates: true)), writer: writer,
                observer: observer
            ) { path, receive in
                let bytes = try Self.page(path.text)
                guard !bytes.isEmpty else { return }
                for start in stride(from: 0, to: bytes.count, by: 5_000) {
                    try bytes[start..<min(start + 5_000, bytes.count)].withUnsafeBufferPointer { try receive($0) }
                }
            }
        }
        var running = pipeline(LinkWriter(options, output: output, observer: observer))
        change(&options, &running)
        let writer = LinkWriter(options, output: output, observer: observer)
        var changed = pipeline(writer)
        changed.selection = running.selection
        changed.localThreadCount = threads
        changed.canReadAhead = { $0.name.hasPrefix("pipe") == false }
        let status = try changed.runLocally()
        _ = try writer.finish()
        return Result(
            output: String(decoding: output.bytes, as: UTF8.self), notices: observer.reported, links: status.links,
            pages: status.pages, failed: status.failed, damaged: status.damaged, written: writer.count)
    }

    @Test(
        "The output, the notices and the counts are the same as on one thread",
        arguments: LinkFormatDescriptor.all.map(\.name) + ["template:{url} {text}"], [3])
    func sameOutput(format: String, threads: Int) throws {
        let expected = try run(threads: 1, format: format)
        #expect(expected.failed == 4 && expected.pages == Self.names.count - 4 && expected.links > 4_000)
        #expect(expected.notices == ["failed missing", "failed empty", "failed binary", "failed missing2"])
        #expect(try run(threads: threads, format: format) == expected)
    }

    @Test("So are selected, normalized, explained, sorted and limited links", arguments: ["lines", "ndjson", "json"])
    func sameSelection(format: String) throws {
        let changes: [(inout LinkWriter.Options, inout LinkPipeline) -> Void] = [
            { $1.selection = LinkSelection(filters: [.kinds([.image])]) },
            { $1.selection = LinkSelection(filters: [.schemes(["file"])], keepsDuplicates: true) },
            { $1.selection = LinkSelection(normalization: [.all], filters: [.kinds([.anchor])]) },
            {
                $1.selection = LinkSelection(filters: [.kinds([.anchor])])
                $0.explainsExclusions = true
            },
            { options, _ in options.order = .url },
            { options, _ in options.limit = 2_000 },
        ]
        for change in changes {
            let expected = try run(threads: 1, format: format, change: change)
            #expect(expected.written > 5)
            #expect(try run(threads: 3, format: format, change: change) == expected)
        }
    }

    @Test("A failing output ends the run with its error", arguments: [1, 2, 5])
    func failingOutput(threads: Int) throws {
        #expect(throws: Failure.self) { try run(threads: threads, format: "ndjson", capacity: 100_000) }
    }

    @Test("A source that cannot be read ahead is read on the caller's thread, after all pages before it were written")
    func readInTurn() throws {
        let output = Output()
        let observer = Observer()
        let writer = LinkWriter(
            LinkWriter.Options(format: .lines), output: output, observer: observer)
        let started = Mutex<[String]>([])
        let names = (0..<20).map { "page\($0)" } + ["pipe"] + (20..<40).map { "page\($0)" }
        var pipeline = LinkPipeline(
            inputs: names.map { LinkInput(source: .file(InputPath($0))) },
            harvester: LinkHarvester(options: HarvestOptions()), writer: writer, observer: observer
        ) { path, receive in
            started.withLock { $0.append(path.text) }
            try Self.page(path.text).withUnsafeBufferPointer { try receive($0) }
        }
        pipeline.localThreadCount = 2
        pipeline.canReadAhead = { $0.name != "pipe" }
        #expect(try pipeline.runLocally().pages == 41)
        let order = started.withLock { $0 }
        let turn = try #require(order.firstIndex(of: "pipe"))
        #expect(Set(names[..<20]).isSubset(of: order[..<turn]))
        #expect(Set(order) == Set(names) && order.count == names.count)
    }

    @Test("The memory of decisions includes long values; excluded links are kept only if they are explained")
    func decisions() throws {
        let long = String(repeating: "a", count: 100_000)
        let page = Array((0..<3).flatMap { Array("<a href='http://x.example/\(long)\($0)'>t</a>".utf8) })
        func byteCount(_ selection: LinkSelection?, explains: Bool = false) throws -> Int {
            var preparation = PagePreparation(evaluatesLinks: true, explainsExclusions: explains)
            preparation.selection = selection?.begin(LinkPage(address: nil))
            var byteCount = 0
            let harvest = LinkHarvester(options: HarvestOptions()).begin(
                DocumentHarvest.Description(source: "page", contentType: "text/html")
            ) { byteCount += preparation.prepare($0).byteCount }
            try page.withUnsafeBufferPointer { try harvest.receive($0) }
            try harvest.finish()
            return byteCount
        }
        #expect(try byteCount(nil) > 600_000)
        #expect(try byteCount(LinkSelection(normalization: [.all])) > 600_000)
        let images = LinkSelection(filters: [.kinds([.image])])
        #expect(try byteCount(images) == 0)
        #expect(try byteCount(images, explains: true) > 600_000)
    }

    @Test("The memory of formatted links includes what is reserved for them; without links, nothing is kept")
    func formattedLinks() throws {
        let page = Array((0..<1_000).flatMap { Array("<a href='http://x.example/\($0)'>t</a>".utf8) })
        func part(_ selection: LinkSelection?) throws -> (bytes: [UInt8], byteCount: Int, batchByteCount: Int) {
            var preparation = PagePreparation(evaluatesLinks: false)
            preparation.selection = selection?.begin(LinkPage(address: nil))
            preparation.format = try LinkFormatDescriptor(parsing: "template:{url}").makeFormat().concurrentFormat
            var result: (bytes: [UInt8], byteCount: Int, batchByteCount: Int)?
            let harvest = LinkHarvester(options: HarvestOptions()).begin(
                DocumentHarvest.Description(source: "page", contentType: "text/html")
            ) { batch in
                let part = preparation.prepare(batch)
                if case .formatted(let bytes, _) = part { result = (bytes, part.byteCount, batch.byteCount) }
            }
            try page.withUnsafeBufferPointer { try harvest.receive($0) }
            try harvest.finish()
            return try #require(result)
        }
        let all = try part(nil)
        #expect(all.bytes.count < all.batchByteCount && all.byteCount >= all.batchByteCount)
        #expect(try part(LinkSelection(filters: [.kinds([.image])])).byteCount == 0)
    }

    @Test("No more links are in memory than the limits and one delivery of each thread allow")
    func boundedMemory() throws {
        var limits = LocalPageQueue.Limits()
        (limits.waitingBytes, limits.readyBytes, limits.window, limits.wakingBytes) = (1 << 18, 1 << 17, 64, 1 << 16)
        let names = (0..<24).map { "large\($0)" }
        let running = Mutex<LocalPagePool?>(nil)
        let started = Mutex(0)
        let pool = LocalPagePool(
            sources: names.map { .file(InputPath($0)) },
            harvester: LinkHarvester(options: HarvestOptions(keepsDuplicates: true)), limits: limits,
            readFile: { path, receive in
                started.withLock { $0 += 1 }
                if path.text == names[0], let pool = running.withLock({ $0 }) {
                    // The first page is slow: it ends when the other threads may not continue without it.
                    let end = ContinuousClock.now + .seconds(120)
                    while pool.waitingThreadCount < 2, started.withLock({ $0 }) < names.count {
                        guard ContinuousClock.now < end else { throw Failure() }
                    }
                    #expect(started.withLock { $0 } < names.count)
                }
                try Self.page(path.text).withUnsafeBufferPointer { try receive($0) }
            }, canReadAhead: { _ in true },
            preparation: { _ in PagePreparation(evaluatesLinks: false) })
        running.withLock { $0 = pool }
        defer { running.withLock { $0 = nil } }
        #expect(pool.start(threadCount: 3))
        var received = 0
        while true {
            let events = pool.nextEvents()
            guard !events.isEmpty else { break }
            for case .links(_, _, let count, _) in events { received += count }
            for case .end(_, let failure?) in events { Issue.record(failure) }
        }
        pool.stop()
        #expect(received == names.count * 2_000)
        // The links of a page have about 600 KB.
        #expect(pool.largestByteCount > limits.waitingBytes)
        #expect(pool.largestByteCount <= limits.waitingBytes + limits.readyBytes + 3 * 1_000_000)
    }
}
