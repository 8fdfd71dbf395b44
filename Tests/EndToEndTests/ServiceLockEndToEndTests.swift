import Foundation
import FoundationNetworking
import TestSupport
import Testing

/// Tests that a data directory has one service at most, which only its lock decides.
@Suite("One service for a data directory", .ownThreads, .timeLimit(.minutes(10)))
struct ServiceLockEndToEndTests {
    let leftoff: Leftoff

    init() throws { leftoff = try Leftoff() }

    private var record: URL { leftoff.home.appending(path: "service.json") }

    private func refusal(_ port: Int, _ process: pid_t) -> String {
        "leftoff: serve: the service of this data directory already runs on port \(port) (process \(process)): "
            + "'leftoff page' opens its page, and 'kill \(process)' stops it"
    }

    @Test("A second service is refused on any port, and the first one keeps its record", arguments: [true, false])
    func second(isSamePort: Bool) async throws {
        let service = try ServiceEndToEndTests.Running(leftoff)
        let port = try #require(service.address.port)
        let before = try Data(contentsOf: record)
        for _ in 0..<2 {
            let outcome = try leftoff.run(["serve", "--no-worker", "--port", isSamePort ? "\(port)" : "0"])
            #expect(outcome.status == 69 && outcome.output.isEmpty)
            #expect(outcome.errorLines == [refusal(port, service.process.processIdentifier)])
        }
        #expect(try Data(contentsOf: record) == before)
        #expect(try leftoff.run(["page", "--print"]).text.hasPrefix("http://127.0.0.1:\(port)/?token="))
    }

    @Test("A killed service blocks no other one, although it leaves its record and a child behind")
    func killed() async throws {
        let server = try ScriptedServer(["/a.bin": .ok([1])])
        let number = leftoff.directory.appending(path: "number")
        try leftoff.createStore()
        let draft = number.path + ".new"
        let script = "echo $$ > '\(draft)'; mv '\(draft)' '\(number.path)'; sleep 60"
        try JSONSerialization.data(withJSONObject: ["onDone": ["/bin/sh", "-c", script]])
            .write(to: leftoff.home.appending(path: "config.json"))
        let first = try ServiceEndToEndTests.Running(leftoff, hasWorker: true)
        let files = leftoff.directory.appending(path: "files").path
        #expect(try leftoff.run(["queue", "add", server.address("/a.bin"), "--dir", files]).status == 0)
        let deadline = Date().addingTimeInterval(120)
        while !FileManager.default.fileExists(atPath: number.path), Date() < deadline { poll(nil, 0, 10) }
        let text = try String(contentsOf: number, encoding: .utf8).trimmingCharacters(in: .newlines)
        let child = try #require(pid_t(text))
        defer { leftoff.end(child) }
        kill(first.process.processIdentifier, SIGKILL)
        #expect(first.process.wait() == .signal(SIGKILL))
        #expect(FileManager.default.fileExists(atPath: record.path) && kill(child, 0) == 0)
        let next = try ServiceEndToEndTests.Running(leftoff)
        let outcome = try leftoff.run(["serve", "--port", "0"])
        #expect(
            outcome.errorLines == [refusal(try #require(next.address.port), next.process.processIdentifier)])
    }

    @Test("Of several services that start at once, exactly one runs, and the others name it")
    func atOnce() throws {
        let outputs = try (0..<4).map { try leftoff.file("out\($0)", [UInt8]()) }
        let errors = try (0..<4).map { try leftoff.file("err\($0)", [UInt8]()) }
        let processes = try zip(outputs, errors).map { output, error in
            try leftoff.start(
                ["serve", "--port", "0", "--no-worker"], output: FileHandle(forWritingTo: output),
                errors: FileHandle(forWritingTo: error))
        }
        defer {
            for process in processes where process.isRunning {
                process.terminate()
                process.wait()
            }
        }
        let deadline = Date().addingTimeInterval(120)
        while processes.count(where: { $0.isRunning }) > 1, Date() < deadline { poll(nil, 0, 10) }
        let winner = try #require(processes.firstIndex { $0.isRunning })
        // The others end as soon as it is recorded, which is before it has printed its address.
        while try Data(contentsOf: outputs[winner]).last != UInt8(ascii: "\n"), Date() < deadline { poll(nil, 0, 10) }
        let pid = processes[winner].processIdentifier
        for (index, process) in processes.enumerated() where index != winner {
            #expect(process.wait() == .exit(69))
            // On a slow machine it may still be starting when another one has waited for long enough.
            let message = try String(contentsOf: errors[index], encoding: .utf8)
            #expect(message.contains("(process \(pid))") && message.contains("'kill \(pid)' stops it"), "\(message)")
        }
    }

    @Test("Commands that need the service use the running one, although another port is requested")
    func otherPort() throws {
        let service = try ServiceEndToEndTests.Running(leftoff)
        let port = try #require(service.address.port)
        let other = try ScriptedServer.reservedPort()
        let page = try leftoff.run(["page", "--print", "--port", "\(other)"])
        #expect(page.status == 0 && page.text.hasPrefix("http://127.0.0.1:\(port)/?token="))
        #expect(page.errorLines == ["leftoff: the service already runs on port \(port): port \(other) is not used"])
        let doctor = try leftoff.run(["doctor", "--port", "\(other)"])
        #expect(doctor.text.contains("\(other) is free; the service is running on port \(port)"), "\(doctor.text)")
    }

    @Test("Everything can be forgotten after the service has ended, and a service can start at once afterwards")
    func forgotten() throws {
        var service: ServiceEndToEndTests.Running? = try ServiceEndToEndTests.Running(leftoff)
        #expect(try leftoff.run(["forget", "--everything", "--yes"]).status == 69)
        #expect(service != nil)
        service = nil
        #expect(try leftoff.run(["forget", "--everything", "--yes"]).status == 0)
        #expect(!FileManager.default.fileExists(atPath: leftoff.home.path))
        service = try ServiceEndToEndTests.Running(leftoff)
        #expect(FileManager.default.fileExists(atPath: record.path))
    }

    @Test("A link or a directory in place of the lock is reported in one line", arguments: ["link", "directory"])
    func strange(kind: String) throws {
        try leftoff.createStore()
        let lock = leftoff.home.appending(path: "service.lock")
        if kind == "link" {
            let target = leftoff.directory.appending(path: "target")
            try FileManager.default.createSymbolicLink(at: lock, withDestinationURL: target)
        } else {
            try FileManager.default.createDirectory(at: lock, withIntermediateDirectories: false)
        }
        let outcome = try leftoff.run(["serve", "--port", "0"])
        #expect(outcome.status == 73 && outcome.errorLines.count == 1)
        #expect(outcome.errorText.hasPrefix("leftoff: \(lock.path): "))
        #expect(!FileManager.default.fileExists(atPath: leftoff.directory.appending(path: "target").path))
    }
}
