import Foundation
import Glibc
import TestSupport
import Testing

/// Tests of files with authority that other users can have written.
@Suite("A file with authority counts only if no other user can have written it", .ownThreads)
struct OwnedFileEndToEndTests: QueueScene {
    let leftoff: Leftoff
    let server: ScriptedServer
    var configuration: URL { leftoff.home.appending(path: "config.json") }
    var log: URL { leftoff.directory.appending(path: "log") }

    init() throws {
        leftoff = try Leftoff()
        server = try ScriptedServer()
        server.route("/a.bin", .ok([1, 2]))
        try leftoff.createStore()
        try JSONSerialization.data(withJSONObject: ["onDone": ["/bin/sh", "-c", "echo ran >> \"$0\"", log.path]])
            .write(to: configuration)
        chmod(configuration.path, 0o644)
    }

    /// Downloads a file, which succeeds whether or not the configuration counts, and returns the messages.
    private func download() throws -> [String] {
        let outcome = try leftoff.run(["get", server.address("/a.bin"), "--dir", downloads.path, "-q", "--again"])
        #expect(outcome.status == 0 && outcome.lines.count == 1, "\(outcome.errorText)")
        return outcome.errorLines
    }

    private var hasRun: Bool { FileManager.default.fileExists(atPath: log.path) }

    @Test("The user's own configuration counts, also behind a symbolic link", arguments: [false, true])
    func own(isLink: Bool) throws {
        if isLink {
            let elsewhere = leftoff.directory.appending(path: "dotfiles.json")
            try FileManager.default.moveItem(at: configuration, to: elsewhere)
            try FileManager.default.createSymbolicLink(at: configuration, withDestinationURL: elsewhere)
        }
        #expect(try download() == [])
        #expect(hasRun)
    }

    @Test(
        "A configuration that others can change is ignored, with one message about it",
        arguments: [0o664, 0o646, 0o666, 0o622] as [mode_t], [true, false])
    func writable(mode: mode_t, isFile: Bool) throws {
        let path = isFile ? configuration.path : leftoff.home.path
        chmod(path, isFile ? mode : mode | 0o700)
        let messages = try download()
        // Others can change the queue too if they can change its directory.
        let limits = messages.dropFirst().map { $0.contains("obeyed within limits") }
        #expect(limits == (isFile ? [] : [true]), "\(messages)")
        #expect(messages.first?.hasPrefix("leftoff: \(configuration.path) is ignored: other users can change ") == true)
        #expect(messages.first?.hasSuffix(" can change \(path): chmod go-w it") == true, "\(messages)")
        #expect(!hasRun)
    }

    @Test(
        "A configuration of another user is ignored, and so is one in another user's data directory",
        .enabled(if: geteuid() == 0, "only root can give files away"), arguments: [true, false])
    func foreign(isFile: Bool) throws {
        let path = isFile ? configuration.path : leftoff.home.path
        #expect(chown(path, 65_534, 65_534) == 0)
        let messages = try download()
        let reason = "\(path) belongs to another user"
        let limits = "leftoff: the downloads of the queue are obeyed within limits: \(reason)"
        #expect(messages == ["leftoff: \(configuration.path) is ignored: \(reason)"] + (isFile ? [] : [limits]))
        #expect(!hasRun)
    }

    @Test("A data directory with a relative path counts like one with an absolute path, and has the same limits")
    func relative() throws {
        let depth = FileManager.default.currentDirectoryPath.split(separator: "/").count
        let home = String(repeating: "../", count: depth) + leftoff.home.path.dropFirst()
        func download() throws -> [String] {
            let outcome = try leftoff.run(
                ["get", server.address("/a.bin"), "--dir", downloads.path, "-q", "--again"],
                environment: ["LEFTOFF_HOME": home])
            #expect(outcome.status == 0 && outcome.lines.count == 1, "\(outcome.errorText)")
            return outcome.errorLines
        }
        #expect(try download() == [])
        #expect(hasRun)
        chmod(leftoff.home.path, 0o770)
        let messages = try download()
        #expect(messages.count == 2 && messages.last?.contains("obeyed within limits") == true, "\(messages)")
    }

    @Test("A named pipe is no configuration, and nothing waits for its writer")
    func pipe() throws {
        try FileManager.default.removeItem(at: configuration)
        #expect(mkfifo(configuration.path, 0o600) == 0)
        #expect(try download() == ["leftoff: \(configuration.path) is ignored: not a regular file"])
    }

    @Test("A configuration behind a link into a directory that others can change is ignored")
    func linkedDirectory() throws {
        let shared = leftoff.directory.appending(path: "shared")
        try FileManager.default.createDirectory(at: shared, withIntermediateDirectories: false)
        chmod(shared.path, 0o777)
        try FileManager.default.moveItem(at: configuration, to: shared.appending(path: "c.json"))
        try FileManager.default.createSymbolicLink(
            at: configuration, withDestinationURL: shared.appending(path: "c.json"))
        let messages = try download()
        #expect(messages.count == 1 && messages[0].hasSuffix("/shared: chmod go-w it"), "\(messages)")
        #expect(!hasRun)
    }

    @Test(
        "A configuration behind a link that others can exchange is ignored",
        arguments: [
            "link in the middle", "directory in the middle", "directory above", "relative link", "sticky",
            "combining character",
        ])
    func exchangeable(way: String) throws {
        let files = FileManager.default
        let own = leftoff.directory.appending(path: "own")
        let shared = leftoff.directory.appending(path: "shared")
        let inner = shared.appending(path: "inner")
        for directory in [own, inner] { try files.createDirectory(at: directory, withIntermediateDirectories: true) }
        let file = (way == "directory above" ? inner : own).appending(path: "c.json")
        try files.moveItem(at: configuration, to: file)
        switch way {
        case "directory in the middle":
            try files.createSymbolicLink(atPath: shared.path + "/current", withDestinationPath: own.path)
            try files.createSymbolicLink(
                atPath: configuration.path, withDestinationPath: shared.path + "/current/c.json")
        case "directory above":
            try files.createSymbolicLink(atPath: configuration.path, withDestinationPath: file.path)
        case "relative link":
            try files.createSymbolicLink(atPath: own.path + "/up", withDestinationPath: "../shared/../shared/./current")
            try files.createSymbolicLink(atPath: shared.path + "/current", withDestinationPath: "../own/c.json")
            try files.createSymbolicLink(atPath: configuration.path, withDestinationPath: own.path + "/up")
        default:
            let link = shared.path + (way == "combining character" ? "/\u{301}current" : "/current")
            try files.createSymbolicLink(atPath: link, withDestinationPath: file.path)
            try files.createSymbolicLink(atPath: configuration.path, withDestinationPath: link)
        }
        #expect(try download() == [] && hasRun)
        try Data().write(to: log)
        // In a sticky directory, others can add files, but not exchange those of this user.
        chmod(shared.path, way == "sticky" ? 0o1777 : 0o777)
        let messages = try download()
        let ran = try !Data(contentsOf: log).isEmpty
        #expect(ran == (way == "sticky"))
        #expect(
            way == "sticky" || messages.count == 1 && messages[0].hasSuffix("/shared: chmod go-w it"), "\(messages)")
    }

    @Test(
        "The address of the queue and the settings are refused if others can change them or their directory",
        arguments: [
            ("queue-address", "local\n", ["queue", "list"]), ("settings.json", "{}", ["serve", "--port", "0"]),
            ("settings.json", "{}", ["list", "--check"]),
        ], [true, false])
    func refused(file: (name: String, text: String, command: [String]), isFile: Bool) throws {
        let url = leftoff.home.appending(path: file.name)
        try Data(file.text.utf8).write(to: url)
        chmod(url.path, isFile ? 0o622 : 0o600)
        chmod(leftoff.home.path, isFile ? 0o700 : 0o770)
        let outcome = try leftoff.run(file.command)
        #expect(outcome.status == 77 && outcome.errorLines.count == 1, "\(outcome.errorText)")
        #expect(outcome.errorText.contains("\(url.path): other users can change "), "\(outcome.errorText)")
    }
}
