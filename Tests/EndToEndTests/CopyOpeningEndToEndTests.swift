import Foundation
import FoundationNetworking
import TestSupport
import Testing

@Suite("Opening the copy of a page", .ownThreads, .timeLimit(.minutes(10)))
struct CopyOpeningEndToEndTests {
    let leftoff: Leftoff

    init() throws { leftoff = try Leftoff() }

    /// The running service, whose process is stopped when this value is released.
    private final class Started {
        let pid: pid_t
        let origin: String
        let token: String
        private let leftoff: Leftoff

        init(_ leftoff: Leftoff, environment: [String: String]) throws {
            self.leftoff = leftoff
            let port = try ScriptedServer.reservedPort()
            let outcome = try leftoff.run(["page", "--print", "--port", "\(port)"], environment: environment)
            #expect(outcome.status == 0, "\(outcome.errorText)")
            origin = "http://127.0.0.1:\(port)"
            let file = leftoff.home.appending(path: "service.json")
            let record = try #require(
                try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
            pid = pid_t(try #require(record["pid"] as? Int))
            token = try String(contentsOf: leftoff.home.appending(path: "token"), encoding: .utf8)
                .trimmingCharacters(in: .whitespacesAndNewlines)
        }

        deinit { leftoff.end(pid) }
    }

    private func environment(_ changes: [String: String] = [:]) throws -> [String: String] {
        let runtime = leftoff.directory.appending(path: "runtime")
        try FileManager.default.createDirectory(
            at: runtime, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        return ["XDG_RUNTIME_DIR": runtime.path, "BROWSER": ""].merging(changes) { $1 }
    }

    private func place() throws -> String {
        let snapshot = #"{"url":"https://example.org/a","anchors":[{"role":"primary","quote":{"exact":"the words"}}]}"#
        return try leftoff.run(["capture", "-"], input: Data(snapshot.utf8)).text
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private func keepText(_ service: Started, of place: String) async throws {
        var request = URLRequest(
            url: try #require(URL(string: "\(service.origin)/api/snapshots/\(place)/copies/text")))
        request.httpMethod = "PUT"
        request.setValue("Bearer \(service.token)", forHTTPHeaderField: "Authorization")
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = Data(
            #"{"schema":1,"url":"https://example.org/a","blocks":[{"kind":"paragraph","runs":["the words"]}]}"#.utf8)
        let (_, response) = try await URLSession.shared.data(for: request)
        #expect((response as? HTTPURLResponse)?.statusCode == 201)
    }

    @Test("A place without a copy is named in one line that says what to do")
    func missing() throws {
        let environment = try environment()
        let service = try Started(leftoff, environment: environment)
        let place = try place()
        for arguments in [["open", "@", "--copy"], ["open", place, "--copy", "--print"]] {
            let outcome = try leftoff.run(arguments, environment: environment)
            #expect(outcome.status == 66 && outcome.text.isEmpty)
            #expect(
                outcome.errorLines == [
                    "leftoff: \(place): no copy of this page is stored: capture it again with the extension, which "
                        + "stores one, or use leftoff keep for a public page"
                ])
        }
        withExtendedLifetime(service) {}
    }

    @Test("The address of a copy contains no secret, and the form that signs in leads to it")
    func opened() async throws {
        let page = leftoff.directory.appending(path: "page")
        let browser = leftoff.directory.appending(path: "browser")
        // The browser keeps the form and submits it, so that the command ends.
        try ExecutableScript.write(
            """
            #!/bin/sh
            cp "$1" '\(page.path)'
            field() { sed -n "s/.*name=\\"$1\\" value=\\"\\([^\\"]*\\)\\".*/\\1/p" "$FILE"; }
            FILE=$1
            action=$(sed -n 's/.*action="\\([^"]*\\)".*/\\1/p' "$FILE")
            curl -s -o '\(page.path).body' --data-urlencode "code=$(field code)" \
            --data-urlencode "next=$(field next)" -D '\(page.path).head' "$action"
            echo done > '\(page.path).done'

            """, to: browser)
        // The command ends when the code was used, which may be before the browser has read the response.
        #expect(mkfifo(page.path + ".done", 0o600) == 0)
        let done = open(page.path + ".done", O_RDWR | O_CLOEXEC)
        defer { close(done) }
        let environment = try environment(["BROWSER": browser.path])
        let service = try Started(leftoff, environment: environment)
        let place = try place()
        try await keepText(service, of: place)
        let path = "/copies/\(place)/text#leftoff-line"
        let printed = try leftoff.run(["open", place, "--copy", "--print"], environment: environment)
        #expect(printed.status == 0 && printed.text == "\(service.origin)\(path)\n")
        let outcome = try leftoff.run(["open", "@", "--copy"], environment: environment)
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errorText)")
        #expect(try String(contentsOf: page, encoding: .utf8).contains("name=\"next\" value=\"\(path)\""))
        var bytes = [UInt8](repeating: 0, count: 8)
        #expect(read(done, &bytes, bytes.count) == 5)
        let head = try String(contentsOf: URL(filePath: page.path + ".head"), encoding: .utf8)
        let body = try String(contentsOf: URL(filePath: page.path + ".body"), encoding: .utf8)
        #expect(body.contains(#"<meta name="leftoff-next" content="\#(path)">"#), "\(body)")
        #expect(!head.contains(service.token) && !body.contains(service.token))
    }
}
