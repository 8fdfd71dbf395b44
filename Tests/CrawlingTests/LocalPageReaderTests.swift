import Dispatch
import LinkHarvest
import Synchronization
import Testing
import WHATWGURL

@testable import Crawling

@Suite("Local pages of a crawl", .timeLimit(.minutes(20)))
struct LocalPageReaderTests {
    private struct Failure: Error {}

    /// Files in memory, each with one link.
    private final class Files: Sendable {
        private let names = Mutex<[String]>([])

        /// The names of the files that were opened, in order.
        var opened: [String] { names.withLock { $0 } }

        /// Returns a reader of one file at a time.
        func reader(
            canReadAhead: Bool = true, onOpen: @escaping @Sendable (String) throws -> Void = { _ in }
        ) -> LocalPageReader {
            let local = LocalPageHarvester(
                harvester: LinkHarvester(options: HarvestOptions()),
                readFile: { [self] path, receive in
                    names.withLock { $0.append(path.text) }
                    try onOpen(path.text)
                    let page = Array("<title>x</title><a href='http://\(path.text).example/'>x</a>".utf8)
                    try page.withUnsafeBufferPointer { try receive($0) }
                }, notify: { _ in })
            return LocalPageReader(harvester: local, maximumActiveCount: 1) { _ in canReadAhead }
        }
    }

    private let files = Files()

    /// Returns a crawl whose local pages are read by a reader; the handles of the others are passed to a closure.
    private func crawl(
        _ seeds: [WebURL?], waitingBytes: Int = 1 << 20, reader: LocalPageReader,
        onFetch: @escaping @Sendable (CrawlPageHandle) -> Void = { _ in }
    ) -> CrawlRun {
        var limits = CrawlRun.Limits()
        limits.waitingBytes = waitingBytes
        return CrawlRun(Frontier(seeds: seeds, options: Frontier.Options()), limits: limits) { page in
            guard page.entry.url == nil else { return onFetch(page) }
            reader.read(.file(InputPath("file\(page.entry.number)")), into: page)
        }
    }

    /// Receives all events of a crawl, as words.
    private func words(of crawl: CrawlRun) -> Task<[String], Never> {
        Task {
            var words: [String] = []
            while let event = await crawl.nextEvent() {
                switch event {
                case .links(let batch, _, _): words += batch.links.map(\.raw)
                case .page(let page, _):
                    words += page.links.flatMap(\.links).map(\.raw)
                    words.append(page.failure == nil ? "end \(page.entry.number)" : "failed \(page.entry.number)")
                case .woken: break
                }
            }
            return words
        }
    }

    private func wait(until condition: @Sendable () -> Bool) async throws {
        while !condition() {
            // The time limit of the suite cancels the task.
            try Task.checkCancellation()
            await Task.yield()
        }
    }

    /// An event that happens when several threads have announced themselves.
    private final class Meeting: Sendable {
        private let missing = DispatchGroup()

        init(_ count: Int) {
            for _ in 0..<count { missing.enter() }
        }

        func announce() { missing.leave() }

        func wait() throws {
            guard missing.wait(timeout: .now() + 1_200) == .success else { throw Failure() }
        }
    }

    @Test("While the memory is full, files after a slow page are paused, and none of them delays another")
    func fullMemory() async throws {
        let fetched = Mutex<CrawlPageHandle?>(nil)
        let reader = files.reader()
        let crawl = crawl([WebURL("http://slow.example/"), nil, nil, nil], waitingBytes: 1, reader: reader) { page in
            fetched.withLock { $0 = page }
        }
        let words = words(of: crawl)
        try await wait { [files] in reader.pausedCount == 3 || files.opened.count == 3 }
        // The link of the first file fills the memory; the others are paused before they are opened.
        #expect(files.opened == ["file1"])
        let slow = fetched.withLock { $0.take() }
        try #require(slow).finish()
        #expect(
            await words.value == [
                "end 0", "http://file1.example/", "end 1", "http://file2.example/", "end 2", "http://file3.example/",
                "end 3",
            ])
        #expect(files.opened == ["file1", "file2", "file3"] && reader.pausedCount == 0)
    }

    @Test("Files are read one at a time, in their order")
    func places() async throws {
        let begun = Meeting(3)
        let reader = files.reader { [files] name in
            guard name == "file0" else { return }
            try begun.wait()
            // Without a limit, the other files would be opened by now.
            for _ in 0..<100_000 where files.opened.count > 1 { throw Failure() }
        }
        let crawl = CrawlRun(Frontier(seeds: [nil, nil, nil], options: Frontier.Options())) { page in
            reader.read(.file(InputPath("file\(page.entry.number)")), into: page)
            begun.announce()
        }
        #expect(
            await words(of: crawl).value == [
                "http://file0.example/", "end 0", "http://file1.example/", "end 1", "http://file2.example/", "end 2",
            ])
        #expect(files.opened == ["file0", "file1", "file2"])
    }

    @Test("Pipes are all opened at once, because they may have one writer")
    func pipes() async throws {
        let opened = Meeting(3)
        let reader = files.reader(canReadAhead: false) { _ in
            opened.announce()
            try opened.wait()
        }
        #expect(
            await words(of: crawl([nil, nil, nil], reader: reader)).value.filter { $0.hasPrefix("end") }.count == 3)
    }

    @Test("After the end of a crawl, no further file is opened")
    func cancelled() async throws {
        let stop = Meeting(1)
        let reader = files.reader { _ in try stop.wait() }
        let stopped = crawl([nil, nil, nil], reader: reader)
        let words = words(of: stopped)
        try await wait { [files] in !files.opened.isEmpty }
        stopped.stop()
        stop.announce()
        #expect(await words.value.isEmpty)
        // The cancelled files have their turn before that of a later crawl.
        let later = await self.words(of: crawl([nil], reader: reader)).value
        #expect(later == ["http://file0.example/", "end 0"])
        #expect(files.opened == ["file0", "file0"])
    }
}
