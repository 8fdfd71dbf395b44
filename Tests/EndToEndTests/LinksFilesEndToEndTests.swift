import Foundation
import Glibc
import TestSupport
import Testing

@Suite("Files that links reads and writes", .ownThreads, .timeLimit(.minutes(5)))
struct LinksFilesEndToEndTests {
    let leftoff: Leftoff

    init() throws { leftoff = try Leftoff() }

    private func names() throws -> Set<String> {
        let names = try FileManager.default.contentsOfDirectory(atPath: leftoff.directory.path)
        return Set(names.filter { !$0.hasPrefix(".run") })
    }

    private func mode(_ url: URL) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
    }

    // MARK: Output

    @Test("An output file that replaces another keeps its mode", arguments: [0o600, 0o640, 0o444])
    func outputMode(mode: Int) throws {
        let page = try leftoff.file("page.html", "<a href=http://a.example/>".utf8)
        let target = try leftoff.file("out", "old".utf8)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: target.path)
        let outcome = try leftoff.run(["links", page.path, "-o", target.path])
        #expect(outcome.status == 0, "\(outcome.errorText)")
        #expect(try String(contentsOf: target, encoding: .utf8) == "http://a.example/\n")
        #expect(try self.mode(target) == mode)
    }

    @Test(
        "A signal leaves no unfinished output behind, and the old file unchanged",
        arguments: [SIGINT, SIGTERM, SIGHUP, SIGKILL])
    func outputAfterSignal(signal: Int32) async throws {
        let server = try ScriptedServer(["/": .stalled()])
        defer { server.stop() }
        let target = try leftoff.file("out", "old".utf8)
        let process = try leftoff.start(["links", server.address(), "-o", target.path])
        try await server.requests(atLeast: 1)
        kill(process.processIdentifier, signal)
        #expect(process.wait() == .signal(signal))
        #expect(try names() == ["out"])
        #expect(try String(contentsOf: target, encoding: .utf8) == "old")
    }

    @Test("A temporary file of a killed process with the same process number is no obstacle")
    func staleOutput() throws {
        let page = try leftoff.file("page.html", "<a href=http://a.example/>".utf8)
        let target = leftoff.directory.appending(path: "out")
        // exec keeps the shell's process number.
        let script = ": > \"$2.leftoff-$$\"; exec \"$0\" links \"$1\" -o \"$2\" -q"
        let nowhere = FileHandle.nullDevice.fileDescriptor
        let shell = try ChildProcess(
            "/bin/sh", ["-c", script, Leftoff.binary.path, page.path, target.path], environment: [:], input: nowhere,
            output: nowhere, errors: nowhere)
        #expect(shell.wait() == .exit(0))
        #expect(try String(contentsOf: target, encoding: .utf8) == "http://a.example/\n")
    }

    @Test("An empty name of an output is a usage error, and the error of a full device names it")
    func outputErrors() throws {
        let page = try leftoff.file("page.html", "<a href=http://a.example/>".utf8)
        let empty = try leftoff.run(["links", page.path, "-o", ""])
        #expect(empty.status == 64 && empty.errorLines.count == 1)
        let full = try leftoff.run(["links", page.path, "-o", "/dev/full", "-q"])
        #expect(full.status == 74)
        #expect(full.errorLines == ["leftoff: /dev/full: no space left on device"])
    }

    @Test(
        "An output that is a symbolic link is written to its target, even if that does not exist yet",
        arguments: [true, false])
    func outputThroughLink(isThere: Bool) throws {
        let page = try leftoff.file("page.html", "<a href=http://a.example/>".utf8)
        let target = leftoff.directory.appending(path: "target")
        if isThere { try leftoff.file("target", "old".utf8) }
        let link = leftoff.directory.appending(path: "link").path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "target")
        let outcome = try leftoff.run(["links", page.path, "-o", link])
        #expect(outcome.status == 0, "\(outcome.errorText)")
        #expect(try String(contentsOf: target, encoding: .utf8) == "http://a.example/\n")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "target")
    }

    @Test("A loop of symbolic links is reported in one line")
    func outputThroughLinkLoop() throws {
        let page = try leftoff.file("page.html", "<a href=http://a.example/>".utf8)
        let link = leftoff.directory.appending(path: "link").path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "link")
        let outcome = try leftoff.run(["links", page.path, "-o", link, "-q"])
        #expect(outcome.status == 73)
        #expect(outcome.errorLines.count == 1)
    }

    // MARK: Input

    @Test(
        "The URL of a file contains the file's name, percent-encoded where necessary",
        arguments: [("a\\b.html", "a%5Cb.html"), ("50%20.html", "50%2520.html"), ("a?b#c.html", "a%3Fb%23c.html")])
    func fileAddress(name: String, encoded: String) throws {
        let page = try leftoff.file("plain.html", "<a href=#x>x</a>".utf8)
        let file = leftoff.directory.appending(path: "named")
        try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
        let path = file.path + "/" + name
        try FileManager.default.copyItem(atPath: page.path, toPath: path)
        let outcome = try leftoff.run(["links", path])
        #expect(outcome.lines == ["file://\(file.path)/\(encoded)#x"])
    }

    @Test("Files whose names are not UTF-8 are read")
    func fileNamesInOtherEncodings() throws {
        let directory = leftoff.directory.path
        let nowhere = FileHandle.nullDevice.fileDescriptor
        let output = try leftoff.file("lines", [])
        let script = """
            cd "$1"; first=$(printf 'f\\377.html'); second=$(printf 'f\\376.html')
            echo '<a href=first>' > "$first"; echo '<a href=second>' > "$second"
            exec "$0" links "$second" "$first" -q > lines
            """
        let shell = try ChildProcess(
            "/bin/sh", ["-c", script, Leftoff.binary.path, directory], environment: ["PATH": "/usr/bin:/bin"],
            input: nowhere, output: nowhere, errors: nowhere)
        #expect(shell.wait() == .exit(0))
        let lines = try String(contentsOf: output, encoding: .utf8).split(separator: "\n").map(String.init)
        #expect(lines.map { $0.split(separator: "/").last } == ["second", "first"])
    }

    @Test("A list of inputs may have any line ends, blank lines and comments; errors contain the line number")
    func inputList() throws {
        let page = try leftoff.file("page.html", "<a href=http://a.example/>".utf8)
        let list = try leftoff.file("list", "# pages\r\n\r\n \(page.path)\t\r\n\n\rhttp://[\n".utf8)
        let outcome = try leftoff.run(["links", "-i", list.path])
        #expect(outcome.status == 65)
        #expect(outcome.errorText.hasPrefix("leftoff: \(list.path):6: http://["))
    }
}
