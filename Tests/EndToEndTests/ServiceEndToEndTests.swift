import Foundation
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("The service as a process")
struct ServiceEndToEndTests {
    let leftoff: Leftoff

    init() throws { leftoff = try Leftoff() }

    /// A running service, ended with this value.
    final class Running {
        let process: ChildProcess
        let address: URL

        init(_ leftoff: Leftoff, arguments: [String] = []) throws {
            let pipe = Pipe()
            process = try leftoff.start(
                ["serve", "--port", "0", "--no-worker"] + arguments, output: pipe.fileHandleForWriting)
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

    @Test("serve prints one address; capture with the capture token is there on the command line")
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

    @Test("A port in use is one line and exit code 69")
    func portInUse() throws {
        let service = try Running(leftoff)
        let port = try #require(service.address.port)
        let outcome = try leftoff.run(["serve", "--port", "\(port)", "--no-worker"])
        #expect(outcome.status == 69)
        #expect(outcome.errorLines.count == 1 && outcome.errorText.contains("\(port)"), "\(outcome.errorText)")
    }

    @Test("SIGTERM and SIGINT end the service cleanly", arguments: [SIGTERM, SIGINT])
    func terminated(signal: Int32) throws {
        let service = try Running(leftoff)
        kill(service.process.processIdentifier, signal)
        #expect(service.process.wait() == .exit(0))
    }
}
