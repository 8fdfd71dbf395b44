import DownloadQueue
import Fetching
import FoundationEssentials
import HTTPTypes
import Hummingbird
import Syntax
import Testing

@testable import Service

/// The directories that receive downloads of the service.
@Suite("Downloads go only below directories that a person confirmed")
final class ConfirmedDirectoriesTests {
    /// A directory that is removed with this value.
    private let base: String

    init() throws {
        let path = FileManager.default.temporaryDirectory.path + "/leftoff-directories-\(Token().text)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        base = try #require(RealPath.resolved(path))
        for name in ["home/Downloads", "home/.config", "other"] {
            try FileManager.default.createDirectory(atPath: "\(base)/\(name)", withIntermediateDirectories: true)
        }
        try FileManager.default.createSymbolicLink(
            atPath: "\(base)/home/Downloads/out", withDestinationPath: "\(base)/other")
        try FileManager.default.createSymbolicLink(
            atPath: "\(base)/home/Downloads/hidden", withDestinationPath: "\(base)/home/.config")
        try FileManager.default.createSymbolicLink(
            atPath: "\(base)/home/Downloads/dangling", withDestinationPath: "\(base)/none")
        try FileManager.default.createSymbolicLink(
            atPath: "\(base)/home/link", withDestinationPath: "\(base)/home/Downloads")
    }

    deinit { try? FileManager.default.removeItem(atPath: base) }

    private var directories: ConfirmedDirectories {
        ConfirmedDirectories(standard: "\(base)/home/Downloads", userHome: "\(base)/home")
    }

    @Test(
        "A directory is confirmed if it is below a confirmed one, after symbolic links were resolved",
        arguments: [
            ("home/Downloads", "home/Downloads"), ("home/Downloads/new/deep", "home/Downloads/new/deep"),
            ("home/link/x", "home/Downloads/x"), ("home/Downloads/../Downloads", "home/Downloads"),
            ("home/Downloads/out", nil), ("home/Downloads/out/x", nil), ("home/Downloads/hidden", nil),
            ("home/Downloads/dangling", nil), ("home/Downloads/.x", nil), ("home/Downloads/new/../../x", nil),
            ("home/Downloads2", nil), ("home", nil), ("home/.config/autostart", nil), ("other", nil), ("", nil),
        ] as [(String, String?)])
    func destinations(path: String, expected: String?) {
        let destination = directories.destination(in: "\(base)/\(path)")
        #expect(destination?.directory == expected.map { "\(base)/\($0)" })
        #expect(destination.map { $0.root == "\(base)/home/Downloads" } ?? true)
    }

    @Test("Neither a relative path nor one with a NUL is confirmed", arguments: ["Downloads", "", "/tmp/a\0b"])
    func malformed(path: String) {
        #expect(directories.destination(in: path) == nil)
    }

    @Test(
        "The root of the file system, the home directory, hidden ones and ancestors of the home cannot be confirmed",
        arguments: ["/", "BASE/home", "BASE/home/", "BASE", "BASE/home/.config", "BASE/home/Downloads/hidden", "x"])
    func unconfirmed(path: String) {
        let path = path.replacing("BASE", with: base)
        let directories = ConfirmedDirectories(standard: path, userHome: "\(base)/home")
        #expect(directories.roots == [] && directories.warnings.count == 1)
        #expect(directories.destination(in: "\(path)/x") == nil)
        #expect(throws: Problem.self) { try directories.destination(choosing: path) }
    }

    @Test("A chosen directory that is not confirmed is replaced by the default, or else by the first confirmed one")
    func replaced() throws {
        let other = ConfirmedDirectories(standard: "/", others: ["\(base)/other"], userHome: "\(base)/home")
        #expect(try other.destination(choosing: "\(base)/home/.config").directory == "\(base)/other")
        #expect(try directories.destination(choosing: "\(base)/other").directory == "\(base)/home/Downloads")
        #expect(try directories.destination(choosing: "\(base)/home/Downloads/x").directory.hasSuffix("/Downloads/x"))
        #expect(directories.refusal(of: "\(base)/other")?.contains("downloadDirectories") == true)
        #expect(directories.refusal(of: "\(base)/home/Downloads/x") == nil)
    }

    @Test(
        "A request cannot choose another directory, and downloads go on to the confirmed one",
        arguments: [
            "other", "home/.config/autostart", "home/Downloads/out", "home/Downloads/hidden", "home/Downloads/.x",
        ])
    func settings(path: String) async throws {
        let service = try TestService { [directories] in $0.directories = directories }
        let path = "\(base)/\(path)"
        try await service.requests { [base] client async throws in
            let body = #"{"downloadDirectory":"\#(path)"}"#
            let response = try await client.send(.patch, "/api/settings", service.full.json, body)
            #expect(response.status == .unprocessableContent, "\(response.text)")
            #expect(response.text.contains("\(base)/home/Downloads") && response.text.contains("downloadDirectories"))
            // An older version, or another program, has written the setting.
            _ = try service.settings.change { $0.downloadDirectory = path }
            let order = #"{"urls":["https://example.org/a"]}"#
            #expect(try await client.send(.post, "/api/queue", service.full.json, order).status == .created)
            let settings = try await client.send(.get, "/api/settings", service.full).json
            #expect(settings["downloadDirectories"]?.array == [.string("\(base)/home/Downloads")])
        }
        let items = try service.queue.items(in: nil)
        #expect(items.map(\.directory) == ["\(base)/home/Downloads"] && items.map(\.root) == ["\(base)/home/Downloads"])
    }

    @Test(
        "A request cannot allow this machine itself, in any spelling",
        arguments: [
            "localhost", "a.localhost", "127.0.0.1", "0x7f.1", "127.1", "[::1]", "[::ffff:127.0.0.1]", "[::127.0.0.1]",
            "0.0.0.0", "[::]", "169.254.169.254", "[fe80::1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]",
            "[::ffff:0:127.0.0.1]",
        ])
    func thisMachine(host: String) async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let response = try await client.send(
                .patch, "/api/settings", service.full.json, #"{"privateHosts":["nas.local","\#(host)"]}"#)
            #expect(response.status == .unprocessableContent && response.text.contains("config.json"))
        }
    }

    @Test("A setting in the file that allows this machine is ignored with a warning")
    func settingsFile() throws {
        let path = "\(base)/settings.json"
        let text = #"{"privateHosts":["nas.local","127.0.0.1","[::1]"]}"#
        #expect(
            FileManager.default.createFile(
                atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600]))
        let settings = try SettingsFile(home: base)
        #expect(settings.current.privateHosts == ["nas.local"] && settings.warnings.count == 2)
        #expect(
            try SettingsFile(home: base, privateHosts: ["127.0.0.1"]).allowedPrivateHosts
                == PermittedHosts(named: ["127.0.0.1"], remote: ["nas.local"]))
    }
}
