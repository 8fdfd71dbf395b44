import Foundation
import Glibc
import TestSupport
import Testing

@Suite("Many files that links reads on all cores", .ownThreads, .timeLimit(.minutes(5)))
struct LinksManyFilesEndToEndTests {
    let leftoff: Leftoff

    init() throws { leftoff = try Leftoff() }

    /// Writes pages with two links each.
    private func pages(_ name: String, _ count: Int, links: Int = 2) throws -> [String] {
        try (0..<count).map { index in
            let text = (0..<links).map { "<a href='http://e.example/\(name)\(index)/\($0)'>text</a>" }.joined()
            return try leftoff.file("\(name)\(index).html", text.utf8).path
        }
    }

    private func addresses(_ name: String, _ count: Int) -> [String] {
        (0..<count).flatMap { index in (0..<2).map { "http://e.example/\(name)\(index)/\($0)" } }
    }

    /// Creates a named pipe.
    private func pipe() throws -> String {
        let pipe = leftoff.directory.appending(path: "pipe").path
        try #require(mkfifo(pipe, 0o600) == 0)
        return pipe
    }

    @Test("Links and errors are in the order of the inputs, among them a pipe, a directory and a missing file")
    func order() async throws {
        let pipe = try pipe()
        let before = try pages("before", 60)
        let after = try pages("after", 60)
        let list = try leftoff.file(
            "list", (before + [pipe, leftoff.directory.path, "/nonexistent"] + after).joined(separator: "\n").utf8)
        let writer = Task.detached {
            let handle = try FileHandle(forWritingTo: URL(filePath: pipe))
            try handle.write(contentsOf: Data("<a href=http://e.example/pipe>".utf8))
            try handle.close()
        }
        let outcome = try leftoff.run(["links", "-i", list.path])
        try await writer.value
        #expect(outcome.status == 1)
        #expect(outcome.lines == addresses("before", 60) + ["http://e.example/pipe"] + addresses("after", 60))
        let failures = outcome.errorLines.filter { $0.hasPrefix("leftoff:") }
        #expect(failures.count == 2 && failures[0].contains(leftoff.directory.path))
        #expect(failures.last?.contains("/nonexistent") == true)
    }

    @Test("When the reader of the output exits, the program ends with SIGPIPE and without a message")
    func brokenPipe() throws {
        let list = try leftoff.file("list", try pages("p", 40, links: 1_500).joined(separator: "\n").utf8)
        let errors = try leftoff.file("errors", [])
        let output = ChildProcess.privatePipe()
        let process = try leftoff.start(
            ["links", "-q", "--format", "ndjson", "-i", list.path], output: output.fileHandleForWriting,
            errors: try FileHandle(forWritingTo: errors))
        try output.fileHandleForWriting.close()
        #expect(try output.fileHandleForReading.read(upToCount: 5) == Data("{\"url".utf8))
        try output.fileHandleForReading.close()
        #expect(process.wait() == .signal(SIGPIPE))
        #expect(try Data(contentsOf: errors).isEmpty)
    }

    @Test("A signal ends the run while files are read ahead, and leaves no unfinished output behind")
    func signal() throws {
        let pipe = try pipe()
        let inputs = try pages("p", 20) + [pipe] + pages("q", 20)
        let target = leftoff.directory.appending(path: "out")
        let process = try leftoff.start(["links", "-o", target.path] + inputs)
        let writer = try FileHandle(forWritingTo: URL(filePath: pipe))
        kill(process.processIdentifier, SIGINT)
        #expect(process.wait() == .signal(SIGINT))
        try writer.close()
        let names = try FileManager.default.contentsOfDirectory(atPath: leftoff.directory.path)
        #expect(!names.contains { $0.hasPrefix("out") })
    }
}
