import Foundation
import Glibc
import Testing

/// Tests with a program of another user on the port of the service.
@Suite("Another user's program on the service's port", .ownThreads)
struct OtherUserEndToEndTests {
    let leftoff: Leftoff

    init() throws { leftoff = try Leftoff() }

    /// Only root can start a program as another user.
    private static var canChangeUser: Bool {
        guard Tool.all("setpriv", "python3") else { return false }
        if geteuid() == 0 { return true }
        print("skipped: tests that start a program as another user, which only root can do")
        return false
    }

    /// A server that prints its port, and then the Authorization field of each request.
    private static let impostor = """
        import http.server
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                print(self.headers.get("Authorization"), flush=True)
                body = b'{"status":"ok","service":"leftoff","address":"http://127.0.0.1/"}'
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)
            do_POST = do_GET
            def log_message(self, *arguments):
                pass
        server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
        print(server.server_port, flush=True)
        server.serve_forever()
        """

    @Test("It gets no token, and doctor and serve say whose program it is", .enabled(if: canChangeUser))
    func token() throws {
        let file = leftoff.directory.appending(path: "impostor")
        try Data().write(to: file)
        func lines() throws -> [Substring] { try String(contentsOf: file, encoding: .utf8).split(separator: "\n") }
        let output = try FileHandle(forWritingTo: file)
        let python = try #require(Tool("python3")).path
        let process = try ChildProcess(
            try #require(Tool("setpriv")).path,
            ["--reuid", "65534", "--regid", "65534", "--clear-groups", python, "-I", "-c", Self.impostor],
            environment: [:], input: -1, output: output.fileDescriptor, errors: -1)
        let deadline = ContinuousClock.now + .seconds(120)
        while try lines().isEmpty, process.isRunning, ContinuousClock.now < deadline { _ = poll(nil, 0, 5) }
        let port = String(try #require(try lines().first))
        #expect(try leftoff.run(["token", "rotate"]).status == 0)
        let address = try leftoff.run(["token", "address", "--port", port])
        #expect(address.status == 77 && address.errorLines.count == 1 && address.output.isEmpty)
        #expect(address.errorText.contains("belongs to another user"))
        let doctor = try leftoff.run(["doctor", "--port", port])
        #expect(doctor.text.contains("a program of another user listens on port \(port)"), "\(doctor.text)")
        let serve = try leftoff.run(["serve", "--port", port, "--no-worker"])
        #expect(serve.status == 69 && !serve.errorText.contains("identifies itself as Leftoff"), "\(serve.errorText)")
        #expect(try lines().count == 1, "a request arrived")
    }
}
