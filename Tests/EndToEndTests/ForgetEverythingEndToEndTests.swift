import Foundation
import TestSupport
import Testing

@Suite("Forgetting everything", .ownThreads, .timeLimit(.minutes(10)))
struct ForgetEverythingEndToEndTests {
    let leftoff: Leftoff

    init() throws { leftoff = try Leftoff() }

    /// Stores two places and a download, and returns the file that was downloaded.
    private func fill() throws -> URL {
        for path in ["a", "b"] {
            let snapshot = #"{"url":"https://example.org/\#(path)","title":"T"}"#
            #expect(try leftoff.run(["capture", "-"], input: Data(snapshot.utf8)).status == 0)
        }
        let server = try ScriptedServer(["/f.bin": .ok(Array("bytes".utf8))])
        let files = leftoff.directory.appending(path: "files")
        try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
        let outcome = try leftoff.run(["get", server.address("/f.bin"), "--dir", files.path, "-q"])
        #expect(outcome.status == 0, "\(outcome.errorText)")
        #expect(try leftoff.run(["token", "rotate"]).status == 0)
        try Data("{}".utf8).write(to: leftoff.home.appending(path: "config.json"))
        for name in ["service.json", "browsers.json", "leftoff.sqlite-journal", "token.AbCdEf-_0123"] {
            try Data().write(to: leftoff.home.appending(path: name))
        }
        return files.appending(path: "f.bin")
    }

    private func names() -> Set<String> {
        Set((try? FileManager.default.contentsOfDirectory(atPath: leftoff.home.path)) ?? [])
    }

    /// Runs the command in a terminal, and answers its question.
    private func run(_ answer: String, _ arguments: [String] = []) throws -> (ending: ChildProcess.Ending, text: String)
    {
        let terminal = try PseudoTerminal(columns: 200, question: "type yes", answer: answer)
        // A session with the terminal as its controlling terminal, so that Ctrl-C sends a signal.
        let process = try ChildProcess(
            "/usr/bin/setsid", ["--ctty", "--wait", Leftoff.binary.path, "forget", "--everything"] + arguments,
            environment: ["LEFTOFF_HOME": leftoff.home.path, "HOME": leftoff.directory.path],
            input: terminal.terminal.fileDescriptor, output: terminal.terminal.fileDescriptor,
            errors: terminal.terminal.fileDescriptor)
        let ending = process.wait()
        #expect(terminal.readRest())
        return (ending, terminal.text)
    }

    @Test("It lists the files and counts, and after yes deletes them and their directory, but no downloaded file")
    func confirmed() throws {
        let download = try fill()
        let result = try run("yes\n")
        #expect(result.ending == .exit(0), "\(result.text)")
        #expect(result.text.contains("leftoff.sqlite (2 places, 1 download)"), "\(result.text)")
        #expect(result.text.contains("/home/capture-token\r\n"))
        #expect(!FileManager.default.fileExists(atPath: leftoff.home.path))
        #expect(try Data(contentsOf: download) == Data("bytes".utf8))
    }

    @Test(
        "Any other answer, the end of input and Ctrl-C delete nothing",
        arguments: [
            ("no\n", .exit(77)), ("y\n", .exit(77)), ("YES\n", .exit(77)), ("yes please\n", .exit(77)),
            ("\n", .exit(77)),
            ("\u{04}", .exit(77)), ("\u{03}", .signal(SIGINT)),
        ] as [(String, ChildProcess.Ending)])
    func declined(answer: String, ending: ChildProcess.Ending) throws {
        _ = try fill()
        let before = names()
        let result = try run(answer)
        #expect(result.ending == ending, "\(result.text)")
        if ending == .exit(77) { #expect(result.text.contains("nothing was deleted")) }
        #expect(before.count == 8 && names() == before)
        #expect(try leftoff.run(["list", "--format", "ndjson"]).lines.count == 2)
    }

    @Test("Without a terminal it needs --yes, and files of others stay and are named")
    func withoutTerminal() throws {
        _ = try fill()
        let notes = leftoff.home.appending(path: "notes.txt")
        try Data("mine".utf8).write(to: notes)
        let link = leftoff.home.appending(path: "settings.json")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: notes)
        let before = names()
        let refused = try leftoff.run(["forget", "--everything"], input: Data("yes\n".utf8))
        #expect(refused.status == 64 && refused.errorLines.count == 1 && refused.errorText.contains("--yes"))
        #expect(names() == before)
        let outcome = try leftoff.run(["forget", "--everything", "--yes"])
        #expect(outcome.status == 0 && outcome.output.isEmpty, "\(outcome.errorText)")
        #expect(outcome.errorText.contains("are not Leftoff's and stay:\n  \(notes.path)\n  \(link.path)"))
        #expect(names() == ["notes.txt", "settings.json"])
        let again = try leftoff.run(["forget", "--everything", "--yes"])
        #expect(again.status == 0 && again.errorText == "leftoff: there is nothing to delete\n")
    }

    @Test(
        "The files with which browsers find the native host are deleted, but not those of another installation",
        arguments: [true, false])
    func nativeHost(isStoreFilled: Bool) throws {
        if isStoreFilled { _ = try fill() }
        let environment = ["HOME": leftoff.directory.path, "XDG_CONFIG_HOME": ""]
        #expect(try leftoff.run(["native-host", "install", "-q"], environment: environment).status == 0)
        let own = [".mozilla/native-messaging-hosts", ".config/google-chrome/NativeMessagingHosts"]
            .map { leftoff.directory.appending(path: "\($0)/leftoff.json").path }
        let other = leftoff.directory.appending(path: ".config/chromium/NativeMessagingHosts/leftoff.json")
        let manifest = try leftoff.run(
            ["native-host", "manifest", "chromium", "--launcher", "/usr/lib/leftoff/native-host"]
        ).output
        try manifest.write(to: other)
        let outcome = try leftoff.run(["forget", "--everything", "--yes"], environment: environment)
        #expect(outcome.status == 0, "\(outcome.errorText)")
        for path in own {
            #expect(outcome.errorText.contains("  \(path)\n"))
            #expect(!FileManager.default.fileExists(atPath: path))
        }
        #expect(!outcome.errorText.contains(other.path))
        #expect(try Data(contentsOf: other) == manifest)
        #expect(!FileManager.default.fileExists(atPath: leftoff.home.path))
    }

    @Test("In a directory of another program, files with the names of Leftoff's stay")
    func otherDirectory() throws {
        try FileManager.default.createDirectory(at: leftoff.home, withIntermediateDirectories: true)
        let names: Set = ["token", "settings.json", "config.json", "native-host", "service.json", "browsers.json"]
        for name in names { try Data("mine".utf8).write(to: leftoff.home.appending(path: name)) }
        let outcome = try leftoff.run(["forget", "--everything", "--yes"])
        #expect(outcome.status == 0 && outcome.errorText == "leftoff: there is nothing to delete\n")
        #expect(self.names() == names)
    }

    @Test("The user's home directory, and a directory that contains it, are refused", arguments: ["home", "home/user"])
    func homeDirectory(user: String) throws {
        _ = try fill()
        let user = leftoff.directory.appending(path: user)
        try FileManager.default.createDirectory(at: user, withIntermediateDirectories: true)
        let before = names()
        let outcome = try leftoff.run(["forget", "--everything", "--yes"], environment: ["HOME": user.path])
        #expect(outcome.status == 77 && outcome.errorLines.count == 1, "\(outcome.errorText)")
        #expect(names() == before)
    }

    @Test(
        "It refuses while the service or a queue run uses the store, and says how to stop it", arguments: [true, false])
    func inUse(isService: Bool) async throws {
        _ = try fill()
        let before = names()
        var file = ScriptedFile(ScriptedFile.bytes(200_000))
        let gate = ScriptedGate()
        file.gate = (after: 100_000, gate)
        let server = try ScriptedServer(["/g.bin": .file(file)])
        defer { gate.open() }
        let service = isService ? try ServiceEndToEndTests.Running(leftoff) : nil
        let worker = try leftoff.start(
            isService ? ["--version"] : ["get", server.address("/g.bin"), "--dir", leftoff.directory.path])
        if !isService { try await server.requests(atLeast: 1) }
        let pid = service?.process.processIdentifier ?? worker.processIdentifier
        let outcome = try leftoff.run(["forget", "--everything", "--yes"])
        #expect(outcome.status == 69 && outcome.errorLines.count == 1, "\(outcome.errorText)")
        #expect(outcome.errorText.hasPrefix("leftoff: forget: leftoff \(isService ? "serve" : "get") "))
        #expect(outcome.errorText.contains("(process \(pid)) uses the data: stop it with 'kill \(pid)'"))
        #expect(names().isSuperset(of: before.subtracting(["service.json"])))
        worker.terminate()
        worker.wait()
        service?.process.terminate()
        service?.process.wait()
        #expect(try leftoff.run(["forget", "--everything", "--yes"]).status == 0)
        #expect(!FileManager.default.fileExists(atPath: leftoff.home.path))
    }

    @Test(
        "Ids or a query together with --everything, --yes alone, and no ids are usage errors",
        arguments: [
            ["--everything", "@"], ["@", "--everything", "--yes"], ["--everything", "--query", "t"], ["--yes"], [],
        ])
    func usage(arguments: [String]) throws {
        _ = try fill()
        let before = names()
        let outcome = try leftoff.run(["forget"] + arguments)
        #expect(outcome.status == 64 && outcome.errorLines.count == 1, "\(outcome.errorText)")
        #expect(names() == before)
    }

    @Test("A damaged store and one of a newer version can be deleted too")
    func unreadable() throws {
        _ = try fill()
        // Another process writes the file: programs that other tests start meanwhile may inherit a descriptor of this
        // one, and would then use the store.
        let store = leftoff.home.appending(path: "leftoff.sqlite").path
        let writer = try ChildProcess(
            "/bin/sh", ["-c", "printf nonsense > '\(store)'"], environment: [:], input: -1, output: -1, errors: -1)
        #expect(writer.wait() == .exit(0))
        let outcome = try leftoff.run(["forget", "--everything", "--yes"])
        #expect(outcome.status == 0, "\(outcome.errorText)")
        #expect(outcome.errorText.contains("its contents cannot be read"))
        #expect(!FileManager.default.fileExists(atPath: leftoff.home.path))
    }
}
