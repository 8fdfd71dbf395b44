import Foundation
import Testing
import WHATWGURL

@testable import Crawling

@Suite("Journal of a crawl")
final class CrawlJournalTests {
    private let path = NSTemporaryDirectory() + "leftoff-journal-\(UUID().uuidString)"
    private let seeds: [WebURL?] = [WebURL("http://site.example/"), nil]

    deinit { try? FileManager.default.removeItem(atPath: path) }

    private func options(depth: Int = 2) -> Frontier.Options {
        var options = Frontier.Options()
        options.maximumDepth = depth
        return options
    }

    private func steps() throws -> [Frontier.Step] {
        let found = try ["http://site.example/a%09b", "http://site.example/?x=%0A"].map { try #require(WebURL($0)) }
        return [
            Frontier.Step(number: 0, finalURL: WebURL("http://site.example/index"), found: found),
            Frontier.Step(number: 1, finalURL: nil, found: []),
        ]
    }

    private func write() throws {
        let journal = try CrawlJournal(path: path, seeds: seeds, options: options())
        #expect(journal.steps.isEmpty)
        for step in try steps() { try journal.append(step) }
    }

    private func read() throws -> [Frontier.Step] {
        try CrawlJournal(path: path, seeds: seeds, options: options()).steps
    }

    @Test("Steps are read from a journal as they were written")
    func roundTrip() throws {
        try write()
        #expect(try read() == steps())
    }

    @Test("The complete lines of a truncated file are read, and further lines can be appended")
    func cut() throws {
        try write()
        let bytes = try Data(contentsOf: URL(filePath: path))
        for length in 0..<bytes.count {
            try bytes[..<length].write(to: URL(filePath: path))
            let read = try read()
            #expect(read == Array(try steps().prefix(read.count)))
            #expect(read.count == bytes[..<length].count { $0 == 0x0A }.advanced(by: length == 0 ? 0 : -1).clamped)
            let journal = try CrawlJournal(path: path, seeds: seeds, options: options())
            for step in try steps().dropFirst(read.count) { try journal.append(step) }
        }
        #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
    }

    @Test("A line that does not have all of its fields ends the steps")
    func missingField() throws {
        try write()
        let text = try String(contentsOf: URL(filePath: path), encoding: .utf8)
        let damaged = text.replacingOccurrences(of: "\thttp://site.example/?x=%0A", with: "")
        try #require(damaged != text)
        try Data(damaged.utf8).write(to: URL(filePath: path))
        #expect(try read() == [])
    }

    @Test("The journal of another crawl and any other file are rejected")
    func foreign() throws {
        try write()
        #expect(throws: CrawlJournal.Failure.self) {
            _ = try CrawlJournal(path: self.path, seeds: self.seeds, options: self.options(depth: 3)).steps
        }
        #expect(throws: CrawlJournal.Failure.self) {
            _ = try CrawlJournal(path: self.path, seeds: [nil], options: self.options()).steps
        }
        try Data("my precious notes\n".utf8).write(to: URL(filePath: path))
        #expect(throws: CrawlJournal.Failure.self) { _ = try self.read() }
        #expect(try Data(contentsOf: URL(filePath: path)) == Data("my precious notes\n".utf8))
    }

    @Test(
        "A path that is not a regular file is rejected at once", arguments: ["/dev/zero", "/dev/null", "/tmp", "pipe"])
    func noFile(path: String) throws {
        let pipe = self.path
        if path == "pipe" { #expect(mkfifo(pipe, 0o600) == 0) }
        let error = try #require(throws: CrawlJournal.Failure.self) {
            _ = try CrawlJournal(path: path == "pipe" ? pipe : path, seeds: self.seeds, options: self.options()).steps
        }
        #expect(error.description.hasSuffix("not a regular file; use a new file"))
    }

    @Test("Of a large file that is not a journal, only the first line is read")
    func largeFile() throws {
        let file = open(path, O_WRONLY | O_CREAT, 0o600)
        // A sparse file of a terabyte of zeros.
        #expect(ftruncate(file, 1 << 40) == 0)
        close(file)
        #expect(throws: CrawlJournal.Failure.self) { _ = try self.read() }
    }

    @Test("Two processes cannot run the same crawl")
    func inUse() throws {
        let journal = try CrawlJournal(path: path, seeds: seeds, options: options())
        let error = try #require(throws: CrawlJournal.Failure.self) { _ = try self.read() }
        #expect(error.description.hasSuffix("another process is running this crawl"))
        #expect(journal.steps.isEmpty)
    }
}

extension Int {
    fileprivate var clamped: Int { Swift.max(0, self) }
}
