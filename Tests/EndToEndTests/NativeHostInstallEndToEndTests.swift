import Foundation
import Testing

@Suite("Installing the native host", .ownThreads)
struct NativeHostInstallEndToEndTests {
    let leftoff: Leftoff

    init() throws { leftoff = try Leftoff() }

    /// The user's home directory, whose name needs quoting in a shell.
    private var user: URL { leftoff.directory.appending(path: "the user's \"$HOME\"") }

    private var manifests: [String] {
        [
            ".mozilla/native-messaging-hosts/leftoff.json", ".config/chromium/NativeMessagingHosts/leftoff.json",
            ".config/google-chrome/NativeMessagingHosts/leftoff.json",
        ]
    }

    private func run(_ words: String..., environment: [String: String] = [:]) throws -> Leftoff.Outcome {
        try FileManager.default.createDirectory(at: user, withIntermediateDirectories: true)
        let variables = [
            "HOME": user.path, "LEFTOFF_HOME": "", "XDG_DATA_HOME": "", "XDG_CONFIG_HOME": "",
        ]
        return try leftoff.run(["native-host"] + words, environment: variables.merging(environment) { $1 })
    }

    private func object(_ file: URL) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
    }

    private func files() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: user.path).filter { path in
            var isDirectory: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: user.appending(path: path).path, isDirectory: &isDirectory)
            return !isDirectory.boolValue
        }.sorted()
    }

    /// Returns the path that a manifest names, started as a browser does.
    private func host(_ manifest: String, _ arguments: [String]) throws -> NativeHostProcess {
        let path = try #require(try object(user.appending(path: manifest))["path"] as? String)
        let quoted = "'\(path.replacingOccurrences(of: "'", with: "'\\''"))'"
        return try NativeHostProcess(
            leftoff,
            program: [
                "/usr/bin/env", "-u", "LEFTOFF_HOME", "-u", "XDG_DATA_HOME", "HOME=\(user.path)", "/bin/sh", "-c",
                "shift 2; exec \(quoted) \"$@\"", "sh",
            ], arguments: arguments)
    }

    @Test("install writes a launcher and the manifests of Firefox, Chromium and Chrome, and says so")
    func installed() throws {
        let outcome = try run("install")
        #expect(outcome.status == 0 && outcome.output.isEmpty)
        let launcher = user.appending(path: ".local/share/leftoff/native-host")
        #expect(
            outcome.errorLines
                == ["leftoff: wrote \(launcher.path)"]
                + manifests.map { "leftoff: wrote \(user.appending(path: $0).path)" })
        #expect(try files() == ([".local/share/leftoff/native-host"] + manifests).sorted())
        for manifest in manifests {
            let object = try object(user.appending(path: manifest))
            #expect(object["path"] as? String == launcher.path && object["name"] as? String == "leftoff")
            let browser = manifest.hasPrefix(".mozilla") ? "firefox" : "chromium"
            let printed = try run("manifest", browser, "--launcher", launcher.path)
            #expect(printed.output == (try Data(contentsOf: user.appending(path: manifest))))
        }
        let attributes = try FileManager.default.attributesOfItem(atPath: launcher.path)
        #expect(attributes[.posixPermissions] as? Int == 0o700)
    }

    @Test("The launcher starts this binary with the user's data directory", arguments: ["", "it's $HOME/data"])
    func launcher(home: String) throws {
        let home = home.isEmpty ? "" : user.appending(path: home).path
        #expect(try run("install", "--quiet", environment: ["LEFTOFF_HOME": home]).errors.isEmpty)
        let data = home.isEmpty ? user.appending(path: ".local/share/leftoff").path : home
        for (manifest, arguments) in [
            (manifests[0], NativeHostProcess.firefox), (manifests[1], NativeHostProcess.chromium),
        ] {
            let host = try host(manifest, arguments)
            _ = try host.capture(#"{"url":"https://example.org/\#(arguments.count)"}"#)
            #expect(try host.finish() == .exit(0) && host.errorLines.isEmpty)
        }
        #expect(try leftoff.run(["list"], environment: ["LEFTOFF_HOME": data]).lines.count == 2)
        let refused = try host(manifests[1], ["chrome-extension://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/"])
        #expect(try refused.ending() == .exit(77))
    }

    @Test("A second install changes nothing; a file that was damaged is written again")
    func again() throws {
        _ = try run("install")
        #expect(try run("install").errorLines.allSatisfy { $0.hasPrefix("leftoff: unchanged: ") })
        try Data("{}".utf8).write(to: user.appending(path: manifests[1]))
        let lines = try run("install").errorLines
        #expect(lines.count == 4 && lines.filter { $0.hasPrefix("leftoff: wrote ") }.count == 1)
        #expect(try run("uninstall").errorLines.count == 4)
    }

    @Test("Variables of the XDG Base Directory Specification are respected")
    func directories() throws {
        let environment = [
            "XDG_CONFIG_HOME": user.appending(path: "conf").path, "XDG_DATA_HOME": user.appending(path: "data").path,
        ]
        #expect(try run("install", environment: environment).status == 0)
        let expected = [
            ".mozilla/native-messaging-hosts/leftoff.json", "conf/chromium/NativeMessagingHosts/leftoff.json",
            "conf/google-chrome/NativeMessagingHosts/leftoff.json", "data/leftoff/native-host",
        ]
        #expect(try files() == expected)
        // The browser may have been started without the variable.
        let host = try host(manifests[0], NativeHostProcess.firefox)
        _ = try host.capture(#"{"url":"https://example.org/"}"#)
        #expect(try host.finish() == .exit(0))
        #expect(try files().contains("data/leftoff/leftoff.sqlite"))
    }

    @Test("uninstall removes exactly the files that install has written")
    func uninstalled() throws {
        let nothing = try run("uninstall")
        #expect(
            nothing.status == 0 && nothing.errorLines == ["leftoff: the native host is not installed for this user"])
        _ = try run("install")
        let foreign = try run("manifest", "chromium", "--launcher", "/usr/lib/leftoff/native-host").output
        try foreign.write(to: user.appending(path: manifests[1]))
        let other = user.appending(path: ".mozilla/native-messaging-hosts/other.json")
        try Data("{}".utf8).write(to: other)
        let outcome = try run("uninstall")
        #expect(outcome.status == 0 && outcome.output.isEmpty && outcome.errorLines.count == 4)
        #expect(outcome.errorText.contains("left unchanged: \(user.appending(path: manifests[1]).path)"))
        #expect(try files() == [manifests[1], ".mozilla/native-messaging-hosts/other.json"].sorted())
        #expect(try Data(contentsOf: user.appending(path: manifests[1])) == foreign)
    }

    @Test("A launcher that someone else has written is not removed")
    func foreignLauncher() throws {
        _ = try run("install")
        let launcher = user.appending(path: ".local/share/leftoff/native-host")
        try Data("#!/bin/sh\nexit 1\n".utf8).write(to: launcher)
        #expect(try run("uninstall", "--quiet").errors.isEmpty)
        #expect(try files() == [".local/share/leftoff/native-host"])
    }

    @Test("A directory that cannot be created is reported in one line with exit code 73")
    func unwritable() throws {
        try FileManager.default.createDirectory(at: user, withIntermediateDirectories: true)
        try Data().write(to: user.appending(path: ".mozilla"))
        let outcome = try run("install")
        #expect(outcome.status == 73 && outcome.errorLines.count == 1, "\(outcome.errorText)")
        #expect(try run("install", environment: ["HOME": "", "LEFTOFF_HOME": leftoff.home.path]).status == 73)
    }

    @Test(
        "Wrong arguments of the subcommands are usage errors",
        arguments: [
            ["install", "--nonsense"], ["install", "x"], ["uninstall", "x"], ["manifest"], ["manifest", "firefox"],
            ["manifest", "nonsense", "--launcher", "/x"], ["manifest", "firefox", "--launcher", "x"],
            ["manifest", "firefox", "--launcher", ""],
        ])
    func usage(arguments: [String]) throws {
        let outcome = try leftoff.run(["native-host"] + arguments)
        #expect(outcome.status == 64 && outcome.output.isEmpty && outcome.errorLines.count == 1)
    }
}
