import Foundation
import FoundationNetworking
import TestSupport
import Testing

@Suite("Living with the service", .ownThreads)
struct ServiceLifeEndToEndTests {
    let leftoff: Leftoff

    init() throws { leftoff = try Leftoff() }

    @Test("There is a completion script for each shell", arguments: ["bash", "zsh", "fish"])
    func completions(shell: String) throws {
        let script = try leftoff.run(["completions", shell])
        #expect(script.status == 0 && script.text.contains("leftoff") && script.text.contains("doctor"))
    }

    @Test("The completion script is valid in bash", .enabled(if: Tool.all("bash"), "bash is not installed"))
    func bashCompletions() throws { try checkCompletions("bash") }

    @Test("The completion script is valid in zsh", .enabled(if: Tool.all("zsh"), "zsh is not installed"))
    func zshCompletions() throws { try checkCompletions("zsh") }

    @Test("The completion script is valid in fish", .enabled(if: Tool.all("fish"), "fish is not installed"))
    func fishCompletions() throws { try checkCompletions("fish") }

    /// Lets a shell parse its completion script.
    private func checkCompletions(_ shell: String) throws {
        let file = try leftoff.file("script", try leftoff.run(["completions", shell]).output)
        let process = try ChildProcess(
            "/bin/sh", ["-c", "\(shell) -n '\(file.path)'"], environment: [:], input: -1, output: -1, errors: -1)
        #expect(process.wait() == .exit(0))
    }

    @Test("An export that is imported elsewhere exports the same bytes again")
    func backup() throws {
        for number in 0..<3 {
            let snapshot =
                #"{"url":"https://example.org/a\#(number)","title":"T","capturedAt":"2026-03-01T12:30:00Z","x":[1]}"#
            #expect(try leftoff.run(["capture", "-"], input: Data(snapshot.utf8)).status == 0)
        }
        #expect(
            try leftoff.run(["queue", "add", "https://example.org/f", "--dir", leftoff.directory.path]).status == 0)
        let file = leftoff.directory.appending(path: "backup.json").path
        #expect(try leftoff.run(["export", file]).status == 0)
        let other = try Leftoff()
        let taken = try other.run(["import", file])
        #expect(taken.status == 0, "\(taken.errorText)")
        #expect(try other.run(["list", "--format", "json"]).text == leftoff.run(["list", "--format", "json"]).text)
        #expect(try other.run(["queue", "list", "--format", "json"]).text.contains("https://example.org/f"))
        let again = try other.run(["import", file])
        #expect(again.errorText.contains("imported 0 places (3 existed already), queued 0 downloads"))
        let secrets = leftoff.directory.appending(path: "secrets.json").path
        #expect(try leftoff.run(["export", "--with-credentials", secrets]).status == 0)
        let mode = try FileManager.default.attributesOfItem(atPath: secrets)[.posixPermissions] as? Int
        #expect(mode == 0o600, "what holds passwords is for its owner alone")
        let bookmarks = try leftoff.run(["export", "--format", "bookmarks"])
        let third = try Leftoff()
        #expect(try third.run(["import"], input: bookmarks.output).status == 0)
        #expect(try third.run(["list", "--format", "json"]).text.contains("https://example.org/a"))
        let wrong = try third.run(["import"], input: Data("nonsense".utf8))
        #expect(wrong.status == 65 && wrong.errorLines.count == 1)
    }

    @Test("doctor finds nothing wrong with a new installation, and gives advice on problems")
    func doctor() throws {
        let dead = try ScriptedServer.reservedPort()
        // The packages may be installed on this machine, and the user may have manifests of another program.
        let system = ["--root", leftoff.directory.appending(path: "root").path]
        let user = ["HOME": leftoff.directory.path, "XDG_CONFIG_HOME": "", "XDG_DATA_HOME": "", "XDG_RUNTIME_DIR": ""]
        let fresh = try leftoff.run(["doctor", "--port", "\(dead)"] + system, environment: user)
        #expect(fresh.status == 0, "\(fresh.text)")
        #expect(!FileManager.default.fileExists(atPath: leftoff.home.path))
        let service = try ServiceEndToEndTests.Running(leftoff)
        let servicePort = "\(try #require(service.address.port))"
        let running = try leftoff.run(["doctor", "--port", servicePort] + system, environment: user)
        #expect(running.status == 0 && running.text.contains("the service is running"), "\(running.text)")
        let path = leftoff.home.appending(path: "token").path
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        let open = try leftoff.run(["doctor", "--port", servicePort] + system, environment: user)
        #expect(open.status == 1 && open.text.contains("wrong tokens"), "\(open.text)")
    }

    @Test("A running service uses rotated tokens and issues login addresses")
    func tokens() async throws {
        let service = try ServiceEndToEndTests.Running(leftoff)
        let port = "\(try #require(service.address.port))"
        #expect(try leftoff.run(["token", "rotate"]).status == 0)
        var outcome = try leftoff.run(["token", "address", "--port", port])
        let end = Date().addingTimeInterval(120)
        while outcome.status != 0, Date() < end { outcome = try leftoff.run(["token", "address", "--port", port]) }
        let address = outcome.text.trimmingCharacters(in: .newlines)
        let url = try #require(URL(string: address), "\(outcome.errorText)")
        let (_, response) = try await URLSession.shared.data(from: url)
        #expect((response as? HTTPURLResponse)?.statusCode == 200)
        let dead = try ScriptedServer.reservedPort()
        let refused = try leftoff.run(["token", "address", "--port", "\(dead)"])
        #expect(refused.status == 69 && refused.errorLines.count == 1)
        #expect(refused.errorText.contains("no program listens there"))
    }
}
