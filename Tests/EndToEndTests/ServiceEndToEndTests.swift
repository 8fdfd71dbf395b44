import Foundation
import FoundationNetworking
import TestSupport
import Testing

@Suite("The service as a process", .ownThreads)
struct ServiceEndToEndTests {
    let leftoff: Leftoff

    init() throws { leftoff = try Leftoff() }

    /// A running service, which ends when this value is released.
    final class Running {
        let process: ChildProcess
        let address: URL

        init(
            _ leftoff: Leftoff, arguments: [String] = [], hasWorker: Bool = false,
            environment: [String: String] = [:], errors: FileHandle = .nullDevice
        ) throws {
            let pipe = ChildProcess.privatePipe()
            let worker = hasWorker ? [] : ["--no-worker"]
            process = try leftoff.start(
                ["serve", "--port", "0"] + worker + arguments,
                environment: ["XDG_DOWNLOAD_DIR": leftoff.directory.appending(path: "files").path]
                    .merging(environment) { $1 },
                output: pipe.fileHandleForWriting, errors: errors)
            try pipe.fileHandleForWriting.close()
            var line = Data()
            while !line.contains(0x0A), let bytes = try pipe.fileHandleForReading.read(upToCount: 1) { line += bytes }
            address = try #require(
                URL(string: String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)))
        }

        deinit {
            process.terminate()
            process.wait()
        }

        func url(_ path: String) -> URL { URL(string: path, relativeTo: address)?.absoluteURL ?? address }
    }

    @Test("serve prints one address; a place captured with the capture token is listed on the command line")
    func captureThroughService() async throws {
        let service = try Running(leftoff)
        #expect(service.address.path == "/" && service.address.query?.hasPrefix("token=") == true)
        let (_, health) = try await URLSession.shared.data(from: service.url("/healthz"))
        #expect((health as? HTTPURLResponse)?.statusCode == 200)

        let token = try String(contentsOf: leftoff.home.appending(path: "capture-token"), encoding: .utf8)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        var request = URLRequest(url: service.url("/api/snapshots"))
        request.httpMethod = "POST"
        request.httpBody = Data(PlacesEndToEndTests.snapshot.utf8)
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        let (_, refused) = try await URLSession.shared.data(for: request)
        #expect((refused as? HTTPURLResponse)?.statusCode == 401)
        request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
        let (body, stored) = try await URLSession.shared.data(for: request)
        #expect((stored as? HTTPURLResponse)?.statusCode == 201)
        let id = try #require((try JSONSerialization.jsonObject(with: body) as? [String: Any])?["id"] as? String)
        #expect(try leftoff.run(["show", id]).status == 0)
        #expect(try leftoff.run(["bookmarklet", "capture"]).text.hasPrefix("javascript:"))
    }

    @Test(
        "Downloads run in the service, start at once, and report their progress",
        .enabled(if: Tool("curl") != nil, "curl is not installed"), .timeLimit(.minutes(10)))
    func progress() throws {
        let curl = try #require(Tool("curl"))
        var file = ScriptedFile(ScriptedFile.bytes(200_000))
        let gate = ScriptedGate()
        file.gate = (after: 100_000, gate)
        let server = try ScriptedServer(["/f.bin": .file(file)])
        let service = try Running(leftoff, hasWorker: true)
        let token = try String(contentsOf: leftoff.home.appending(path: "token"), encoding: .utf8)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        let pipe = ChildProcess.privatePipe()
        let stream = try ChildProcess(
            curl.path,
            [
                "-sN", "--max-time", "600", "-H", "Authorization: Bearer \(token)",
                service.url("/api/events").absoluteString,
            ],
            environment: [:], input: FileHandle.nullDevice.fileDescriptor,
            output: pipe.fileHandleForWriting.fileDescriptor, errors: FileHandle.nullDevice.fileDescriptor)
        try pipe.fileHandleForWriting.close()
        var received = ""
        // The end of the stream, after ten minutes at most, ends this loop too.
        func waitForEvent(_ text: String) throws {
            while !received.contains(text) {
                let data = pipe.fileHandleForReading.availableData
                try #require(!data.isEmpty, "the stream ended without \(text): \(received)")
                received += String(decoding: data, as: UTF8.self)
            }
        }
        try waitForEvent("event: hello")
        #expect(
            try leftoff.run(["queue", "add", server.address("/f.bin"), "--dir", leftoff.directory.path]).status == 0)
        try waitForEvent("event: progress\ndata: {\"items\":[{\"bytes\":")
        received = ""
        gate.open()
        try waitForEvent("event: progress\ndata: {\"items\":[],\"rate\":0}")
        if !received.contains("\"state\":\"done\"") { try waitForEvent("\"state\":\"done\"") }
        stream.terminate()
        stream.wait()
        let saved = try Data(contentsOf: leftoff.directory.appending(path: "f.bin"))
        #expect(saved == Data(file.body))
    }

    @Test("With --log json every line on standard error is an object; the address on standard output stays plain")
    func structuredLog() async throws {
        let file = leftoff.directory.appending(path: "log")
        try Data().write(to: file)
        let service = try Running(
            leftoff, arguments: ["--log", "json", "--verbose"], errors: try FileHandle(forWritingTo: file))
        #expect(service.address.query?.hasPrefix("token=") == true)
        _ = try await URLSession.shared.data(from: service.url("/healthz"))
        service.process.terminate()
        #expect(service.process.wait() == .exit(0))
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        let objects = try lines.map { try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] }
        let areWhole = objects.allSatisfy { $0?["level"] is String && $0?["time"] is String }
        #expect(objects.count >= 2 && areWhole, "\(lines)")
        let opening = objects.compactMap { $0 }.first { $0["message"] as? String == "serving" }
        #expect(opening?["address"] as? String == "http://127.0.0.1:\(service.address.port ?? 0)")
        #expect(!lines.joined().contains(service.address.query ?? "token="))
    }

    @Test("A service on the port of one with other data says that a service there identifies itself as Leftoff")
    func portInUse() throws {
        let service = try Running(leftoff)
        let port = try #require(service.address.port)
        let outcome = try Leftoff().run(["serve", "--port", "\(port)", "--no-worker"])
        #expect(outcome.status == 69)
        let text =
            "leftoff: serve: port \(port) is in use by a service that identifies itself as Leftoff: use that "
            + "service if it is yours, or choose another port with --port"
        #expect(outcome.errorLines == [text])
    }

    @Test("A port that another program uses is reported in one line with exit code 69")
    func portOfOtherProgram() throws {
        let server = try ScriptedServer(["/healthz": .ok(Array(#"{"status":"ok"}"#.utf8))])
        let outcome = try leftoff.run(["serve", "--port", "\(server.port)", "--no-worker"])
        #expect(outcome.status == 69)
        #expect(outcome.errorLines.count == 1 && outcome.errorText.contains("port \(server.port) is in use"))
    }

    @Test("SIGTERM and SIGINT end the service cleanly", arguments: [SIGTERM, SIGINT])
    func terminated(signal: Int32) throws {
        let service = try Running(leftoff)
        kill(service.process.processIdentifier, signal)
        #expect(service.process.wait() == .exit(0))
    }
}
