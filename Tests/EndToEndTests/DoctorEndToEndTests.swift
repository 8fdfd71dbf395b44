import Foundation
import Glibc
import TestSupport
import Testing

@Suite("doctor", .ownThreads, .timeLimit(.minutes(10)))
struct DoctorEndToEndTests {
    let leftoff: Leftoff
    private let root: URL
    private let user: URL

    init() throws {
        leftoff = try Leftoff()
        root = leftoff.directory.appending(path: "root")
        user = leftoff.directory.appending(path: "user")
        for directory in [root, user, user.appending(path: "bin")] {
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        }
    }

    /// Writes a file and its directories.
    private func write(_ text: String, to path: URL, mode: Int = 0o644) throws {
        try FileManager.default.createDirectory(at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: path)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path.path)
    }

    /// Runs the command with the directories of this test.
    private func doctor(
        _ arguments: [String] = [], path: String = "", home: URL? = nil, through launcher: [String] = []
    ) throws -> Leftoff.Outcome {
        let port = arguments.contains("--port") ? [] : ["--port", "\(try ScriptedServer.reservedPort())"]
        let program = try Leftoff.binary.deletingLastPathComponent().path
        return try leftoff.run(
            ["doctor", "--root", root.path] + port + arguments,
            environment: [
                "HOME": user.path, "XDG_CONFIG_HOME": "", "XDG_DATA_HOME": "", "XDG_RUNTIME_DIR": user.path,
                "PATH": "\(user.path)/bin:\(program):/usr/sbin\(path)", "LEFTOFF_HOME": (home ?? leftoff.home).path,
            ], through: launcher)
    }

    /// The words that start a program without root's permission to use every file; nil if they do not work.
    private static let ordinaryUser: [String]? = {
        guard geteuid() == 0 else { return [] }
        let capabilities = "-dac_override,-dac_read_search"
        let words = ["--bounding-set=\(capabilities)", "--inh-caps=\(capabilities)"]
        if let setpriv = Tool("setpriv"),
            let outcome = try? setpriv.run(words + ["true"], in: URL.temporaryDirectory), outcome.status == 0
        {
            return [setpriv.path] + words
        }
        print("skipped: tests of doctor with the permissions of an ordinary user, which setpriv gives to root")
        return nil
    }()

    private static let isRoot: Bool = {
        if geteuid() == 0, ordinaryUser != nil { return true }
        print("skipped: tests of doctor with files of another user, which only root can make")
        return false
    }()

    /// Runs a command that doctor advises.
    private func run(_ command: String) throws {
        let shell = try ChildProcess(
            "/bin/sh", ["-c", command], environment: ["PATH": "/usr/bin:/bin"], input: -1, output: -1, errors: -1)
        #expect(shell.wait() == .exit(0), "\(command)")
    }

    private func install(_ programs: String...) throws {
        for program in programs {
            try write("#!/bin/sh\nexit 0\n", to: user.appending(path: "bin/\(program)"), mode: 0o755)
        }
    }

    /// The lines about a subject, each followed by its advice.
    private func lines(_ subject: String, of outcome: Leftoff.Outcome) -> [String] {
        var found: [String] = []
        for line in outcome.lines {
            if line.hasPrefix(" "), !found.isEmpty, found.last?.contains("→") == false {
                found[found.count - 1] += " " + line.trimmingCharacters(in: .whitespaces)
            } else if !line.hasPrefix(" ") {
                found.append(line)
            }
        }
        return found.filter { $0.dropFirst(6).hasPrefix(subject.padding(toLength: 10, withPad: " ", startingAt: 0)) }
    }

    /// Writes everything that the two packages install.
    private func installPackages(version: String = "0.1.0") throws {
        let launcher = root.appending(path: "usr/lib/leftoff/native-host")
        try write("#!/bin/sh\nexec /usr/bin/leftoff native-host \"$@\"\n", to: launcher, mode: 0o755)
        try write("", to: root.appending(path: "usr/bin/leftoff"), mode: 0o755)
        try write("", to: root.appending(path: "usr/share/doc/leftoff/copyright"))
        for (kind, directory) in [
            ("firefox", "usr/lib/mozilla"), ("chromium", "etc/chromium"), ("chromium", "etc/opt/chrome"),
        ] {
            let manifest = try leftoff.run(
                ["native-host", "manifest", kind, "--launcher", "/usr/lib/leftoff/native-host"])
            try write(
                manifest.text, to: root.appending(path: "\(directory)/native-messaging-hosts/leftoff.json"))
        }
        let firefox = "mozilla/extensions/{ec8030f7-c20a-464f-9b0e-13a3a9e97384}/leftoff@leftoff.local"
        for directory in [firefox, "chromium/extensions/leftoff"] {
            try write(
                #"{"version":"\#(version)"}"#, to: root.appending(path: "usr/share/\(directory)/manifest.json"))
        }
    }

    @Test("After the installation of the packages, everything is ok")
    func packages() throws {
        try install("firefox-esr", "chromium")
        try installPackages()
        let program = try Leftoff.binary.path
        try write(
            "[Service]\nExecStart=\(program) serve\n", to: root.appending(path: "usr/lib/systemd/user/leftoff.service"))
        let outcome = try doctor()
        #expect(outcome.status == 0 && outcome.lines.allSatisfy { $0.hasPrefix("ok ") }, "\(outcome.text)")
        #expect(lines("host", of: outcome).count == 3 && lines("extension", of: outcome).count == 2)
        #expect(lines("unit", of: outcome).first?.contains("no service manager runs for this user") == true)
    }

    @Test("Without packages, the browsers lack the native host and the extension, and two commands are advised")
    func bare() throws {
        try install("firefox", "google-chrome")
        let outcome = try doctor()
        #expect(outcome.status == 0, "\(outcome.text)")
        #expect(
            lines("host", of: outcome) == [
                "note  host      Firefox does not know the native host → leftoff native-host install",
                "note  host      Chrome does not know the native host → leftoff native-host install",
            ], "\(outcome.text)")
        #expect(
            lines("extension", of: outcome) == [
                "note  extension Firefox does not have the extension → leftoff extension ~/leftoff-extension",
                "note  extension Chrome does not have the extension → leftoff extension ~/leftoff-extension",
            ])
        #expect(lines("unit", of: outcome).first?.hasPrefix("ok    unit      not installed") == true)
        let installed = try leftoff.run(
            ["native-host", "install", "-q"], environment: ["HOME": user.path, "XDG_CONFIG_HOME": ""])
        #expect(installed.status == 0, "\(installed.errorText)")
        let fixed = lines("host", of: try doctor())
        #expect(fixed.count == 3 && fixed.allSatisfy { $0.hasPrefix("ok ") }, "\(fixed)")
    }

    @Test(
        "A manifest that does not work is named with its problem and a command",
        arguments: [
            ("nonsense", "is not a manifest of Leftoff"),
            (
                #"{"name":"leftoff","type":"stdio","path":"/x","allowed_origins":["chrome-extension://a/"]}"#,
                "does not allow the Leftoff extension"
            ),
            ("LAUNCHER:native-host", "names native-host, which is not an absolute path"),
            ("LAUNCHER:/nowhere/native-host", "names /nowhere/native-host, which is not there"),
            ("LAUNCHER:PLAIN", "which is not executable"),
            ("LAUNCHER:STALE", "which starts /nowhere/left off, which is not there"),
        ])
    func manifests(text: String, problem: String) throws {
        try install("chromium")
        let plain = user.appending(path: "plain")
        try write("", to: plain)
        let stale = user.appending(path: "stale")
        try write("#!/bin/sh\nexec '/nowhere/left off' native-host \"$@\"\n", to: stale, mode: 0o755)
        let launcher = text.hasPrefix("LAUNCHER:") ? text.dropFirst("LAUNCHER:".count) : nil
        let path = launcher.map { $0 == "PLAIN" ? plain.path : $0 == "STALE" ? stale.path : String($0) }
        let manifest = path.map { path in
            #"{"name":"leftoff","type":"stdio","path":"\#(path)","#
                + #""allowed_origins":["chrome-extension://okekocdladmcglknhgnkbcnbohhfimod/"]}"#
        }
        let directories = [
            user.appending(path: ".config/chromium/NativeMessagingHosts"),
            root.appending(path: "etc/chromium/native-messaging-hosts"),
        ]
        for directory in directories {
            let file = directory.appending(path: "leftoff.json")
            try write(manifest ?? text, to: file)
            let outcome = try doctor()
            let line = try #require(lines("host", of: outcome).first)
            #expect(outcome.status == 1 && line.hasPrefix("wrong host      Chromium: \(file.path) "), "\(line)")
            #expect(line.contains(problem) && line.hasSuffix("→ leftoff native-host install"), "\(line)")
            try FileManager.default.removeItem(at: file)
        }
    }

    @Test("A unit whose program is gone is named, with the command for the user's or the package's unit")
    func staleUnit() throws {
        let packaged = root.appending(path: "usr/lib/systemd/user/leftoff.service")
        let local = root.appending(path: "etc/systemd/user/leftoff.service")
        let own = user.appending(path: ".config/systemd/user/leftoff.service")
        for (unit, command) in [
            (packaged, "sudo apt install --reinstall ./leftoff_0.1.0_amd64.deb"),
            (local, "sudo rm '\(local.path)'; systemctl --user daemon-reload"),
            (own, "rm '\(own.path)'; systemctl --user daemon-reload"),
        ] {
            try write("[Service]\nExecStart=\"/nowhere/left off\" serve --log json\n", to: unit)
            let outcome = try doctor()
            #expect(outcome.status == 1)
            #expect(
                lines("unit", of: outcome) == [
                    "wrong unit      \(unit.path) starts /nowhere/left off, which is not there → \(command)"
                ], "\(outcome.text)")
        }
    }

    @Test(
        "The state of the unit comes from the service manager",
        arguments: [
            ("loaded", "active", "enabled", "no", "ok ", "starts with the session; running"),
            ("loaded", "inactive", "disabled", "no", "ok ", "starts when it is needed; not running"),
            ("loaded", "failed", "disabled", "no", "wrong", "failed → systemctl --user restart leftoff.service"),
            ("loaded", "active", "disabled", "yes", "note", "has changed → systemctl --user daemon-reload"),
            ("masked", "inactive", "masked", "no", "note", "is masked → systemctl --user unmask leftoff.service"),
            (
                "not-found", "inactive", "", "no", "note",
                "unknown to the service manager → systemctl --user daemon-reload"
            ),
        ])
    func unitState(
        load: String, active: String, file: String, reload: String, severity: String, text: String
    ) throws {
        try write("", to: user.appending(path: "systemd/private"))
        let systemctl =
            "#!/bin/sh\necho LoadState=\(load)\necho ActiveState=\(active)\necho UnitFileState=\(file)\n"
            + "echo NeedDaemonReload=\(reload)\n"
        try ExecutableScript.write(systemctl, to: user.appending(path: "bin/systemctl"))
        let program = try Leftoff.binary.path
        try write(
            "[Service]\nExecStart=\(program) serve\n", to: root.appending(path: "usr/lib/systemd/user/leftoff.service"))
        let line = try #require(lines("unit", of: try doctor()).first)
        #expect(line.hasPrefix(severity) && line.hasSuffix(text), "\(line)")
    }

    @Test("Different versions of the binary, the extension and the running service are reported")
    func versions() throws {
        try install("firefox-esr", "chromium")
        try installPackages(version: "0.0.9")
        try write(
            #"{"Vivaldi":{"extension":"0.0.8","lastUsed":"2026-11-23"}}"#,
            to: leftoff.home.appending(path: "browsers.json"))
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: leftoff.home.path)
        let found = lines("extension", of: try doctor())
        #expect(found.count == 3, "\(found)")
        for line in found.prefix(2) {
            #expect(line.hasPrefix("note ") && line.contains("version 0.0.9, and leftoff is version 0.1.0"), "\(line)")
            #expect(line.hasSuffix("→ sudo apt install ./webext-leftoff_0.1.0_all.deb"))
        }
        #expect(found.last?.contains("Vivaldi: version 0.0.8, used on 2026-11-23") == true)
        // A service of another version, which accepts the token.
        _ = try leftoff.run(["token", "rotate"])
        let server = try ScriptedServer([
            "/healthz": .ok(Array(#"{"service":"leftoff","status":"ok"}"#.utf8)),
            "/api/service": .ok(Array(#"{"pid":12345678,"version":"0.0.7"}"#.utf8)),
        ])
        let patience = try FaultShim.patience(below: leftoff.directory).map { "\($0.key)=\($0.value)" }
        let skew = lines(
            "service", of: try doctor(["--port", "\(server.port)"], through: ["/usr/bin/env"] + patience))
        #expect(
            skew == [
                "note  service   version 0.0.7 is running, and leftoff is version 0.1.0 → kill 12345678; leftoff page"
            ], "\(skew)")
        #expect(server.requests(to: "/api/service").first?.value(of: "Authorization")?.hasPrefix("Bearer ") == true)
    }

    @Test("A record of the newest version that a browser has used is part of the finding")
    func used() throws {
        try install("firefox-esr")
        try installPackages()
        try write(
            #"{"Firefox":{"extension":"0.1.0","lastUsed":"2026-11-23"}}"#,
            to: leftoff.home.appending(path: "browsers.json"))
        let line = lines("extension", of: try doctor()).first
        #expect(line == "ok    extension Firefox: version 0.1.0, used on 2026-11-23")
    }

    @Test("doctor finds the running service at the port of its record")
    func recorded() throws {
        let service = try ServiceEndToEndTests.Running(leftoff)
        let port = try #require(service.address.port)
        let outcome = try leftoff.run(["doctor", "--root", root.path])
        #expect(outcome.text.contains("the service is running on port \(port)"), "\(outcome.text)")
        #expect(lines("service", of: outcome).first?.hasPrefix("ok    service   version 0.1.0") == true)
    }

    @Test("A path in a command is quoted for the shell", arguments: ["it's $(data)", "it'\u{301}s"])
    func quoting(name: String) throws {
        let home = leftoff.directory.appending(path: name)
        try FileManager.default.createDirectory(
            at: home, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        let line = try #require(lines("data", of: try doctor(home: home)).first)
        try run(try #require(line.components(separatedBy: " → ").last))
        let mode = try FileManager.default.attributesOfItem(atPath: home.path)[.posixPermissions] as? Int
        #expect(mode == 0o700, "\(line)")
    }

    @Test("A damaged store is moved away with its journal")
    func journal() throws {
        let store = leftoff.home.appending(path: "leftoff.sqlite")
        for (path, text) in [
            (store.path, "nonsense"), (store.path + "-journal", "\0journal"), (store.path + "-wal", ""),
        ] {
            try write(text, to: URL(filePath: path))
        }
        let line = try #require(lines("store", of: try doctor()).first)
        let moves = ["", "-journal"].map { "mv '\(store.path)\($0)' '\(store.path).old\($0)'" }
        #expect(line.hasSuffix(" → \(moves.joined(separator: " && "))"), "\(line)")
    }

    @Test("If the package of the program is installed, that of the extension is advised")
    func extensionPackage() throws {
        try install("firefox-esr", "google-chrome")
        try installPackages()
        let extensions = root.appending(path: "usr/share/mozilla/extensions")
        let manifest = extensions.appending(
            path: "{ec8030f7-c20a-464f-9b0e-13a3a9e97384}/leftoff@leftoff.local/manifest.json")
        try write("{", to: manifest)
        let file = "./webext-leftoff_0.1.0_all.deb"
        #expect(lines("extension", of: try doctor()).first?.hasSuffix("→ sudo apt install --reinstall \(file)") == true)
        try FileManager.default.removeItem(at: extensions)
        let found = lines("extension", of: try doctor())
        #expect(found.first == "note  extension Firefox does not have the extension → sudo apt install \(file)")
        #expect(
            found.last?.hasSuffix("Chrome does not have the extension → leftoff extension ~/leftoff-extension") == true)
    }

    @Test("The command for a file or directory without permissions gives them back", .enabled(if: ordinaryUser != nil))
    func permissions() throws {
        _ = try leftoff.run(["token", "rotate"])
        try leftoff.createStore()
        let user = try #require(Self.ordinaryUser)
        try write("{}", to: leftoff.home.appending(path: "settings.json"), mode: 0o600)
        try write(#"{"onDone":["true"]}"#, to: leftoff.home.appending(path: "config.json"), mode: 0o600)
        try write("", to: leftoff.home.appending(path: "leftoff.sqlite-journal"), mode: 0o600)
        for (name, mode, subject) in [
            ("leftoff.sqlite", 0o400, "store"), ("leftoff.sqlite", 0, "store"), ("leftoff.sqlite-journal", 0, "store"),
            ("settings.json", 0, "settings"), ("config.json", 0, "config"), ("token", 0, "tokens"), ("", 0o500, "data"),
        ] {
            let path = name.isEmpty ? leftoff.home.path : leftoff.home.appending(path: name).path
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
            let line = try #require(lines(subject, of: try doctor(through: user)).first)
            #expect(line.hasPrefix("wrong") && line.contains(" → chmod "), "\(line)")
            try run(try #require(line.components(separatedBy: " → ").last))
            let fixed = lines(subject, of: try doctor(through: user))
            #expect(fixed.first?.hasPrefix("ok ") == true, "\(fixed)")
        }
    }

    @Test("Files of another user are named with the command that gives them back", .enabled(if: isRoot))
    func otherOwner() throws {
        try leftoff.createStore()
        let user = try #require(Self.ordinaryUser)
        let paths = ["", "-journal"].map { leftoff.home.appending(path: "leftoff.sqlite\($0)").path }
        try write("", to: URL(filePath: paths[1]), mode: 0o600)
        for path in paths { chown(path, 65534, 65534) }
        let line = try #require(lines("store", of: try doctor(through: user)).first)
        let words = paths.map { "'\($0)'" }.joined(separator: " ")
        #expect(line == "wrong store     \(paths[0]) belongs to another user → sudo chown 0 \(words)")
        chown(leftoff.home.path, 65534, 65534)
        let directory = try #require(lines("data", of: try doctor()).first)
        #expect(directory.hasSuffix("belongs to another user → sudo -u '#65534' leftoff doctor"), "\(directory)")
    }

    @Test("A store that another process uses is left where it is", .enabled(if: Tool.all("python3")))
    func busy() throws {
        try leftoff.createStore()
        let program = """
            import os, sqlite3, subprocess, sys
            store = sqlite3.connect(sys.argv[2] + "/leftoff.sqlite")
            store.execute("BEGIN EXCLUSIVE")
            subprocess.run([sys.argv[1], "doctor"], env={**os.environ, "LEFTOFF_HOME": sys.argv[2]})
            """
        let outcome = try #require(Tool("python3")).run(
            ["-c", program, Leftoff.binary.path, leftoff.home.path], in: user)
        #expect(
            lines("store", of: outcome) == [
                "note  store     \(leftoff.home.path)/leftoff.sqlite: another process is busy with it → leftoff doctor"
            ], "\(outcome.text)\(outcome.errorText)")
    }

    @Test("A FIFO in place of the unit is not waited for, and a masked unit names no program")
    func unreadableUnit() throws {
        let unit = user.appending(path: ".config/systemd/user/leftoff.service")
        try write("", to: unit)
        unlink(unit.path)
        mkfifo(unit.path, 0o600)
        let outcome = try doctor()
        #expect(lines("unit", of: outcome).first?.contains("\(unit.path) cannot be read") == true, "\(outcome.text)")
        unlink(unit.path)
        symlink("/dev/null", unit.path)
        #expect(lines("unit", of: try doctor()).first?.hasPrefix("ok ") == true)
    }

    @Test("A data directory that is a link to nothing is named")
    func danglingLink() throws {
        let link = leftoff.directory.appending(path: "link")
        try FileManager.default.createSymbolicLink(
            at: link, withDestinationURL: leftoff.directory.appending(path: "nowhere"))
        let line = try #require(lines("data", of: try doctor(home: link)).first)
        #expect(line.hasSuffix("a link to something that is not there → rm '\(link.path)'"), "\(line)")
    }

    @Test("The configuration file is checked")
    func configuration() throws {
        try leftoff.createStore()
        let file = leftoff.home.appending(path: "config.json")
        try write("{bad", to: file)
        let line = try #require(lines("config", of: try doctor()).first)
        #expect(line.hasPrefix("wrong") && line.hasSuffix(" → mv '\(file.path)' '\(file.path).old'"), "\(line)")
        try write(#"{"onDone":["/bin/true"]}"#, to: file)
        #expect(lines("config", of: try doctor()) == ["ok    config    onDone runs /bin/true"])
    }

    @Test("A data directory that cannot be created is named", .enabled(if: ordinaryUser != nil))
    func impossible() throws {
        let impossible = URL(filePath: "/proc/leftoff/home")
        let outcome = try doctor(home: impossible, through: try #require(Self.ordinaryUser))
        #expect(
            lines("data", of: outcome) == [
                "wrong data      /proc/leftoff/home: permission denied → export LEFTOFF_HOME=\"$HOME/leftoff\""
            ], "\(outcome.text)")
    }

    @Test("A second copy of a file does not replace the first, and forget --everything deletes both")
    func copies() throws {
        try leftoff.createStore()
        let store = leftoff.home.appending(path: "leftoff.sqlite")
        let link = store.path + ".old.2"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "nowhere")
        for ending in [".old", ".old.3"] {
            try write("nonsense", to: store)
            let line = try #require(lines("store", of: try doctor()).first)
            #expect(line.hasSuffix(" → mv '\(store.path)' '\(store.path)\(ending)'"), "\(line)")
            try run(try #require(line.components(separatedBy: " → ").last))
        }
        let others = ["notes.old", "settings.json.old-wal", "settings.json.old.\u{662}", "leftoff.sqlite.older"]
        for name in others { try write("mine", to: leftoff.home.appending(path: name)) }
        let forgotten = try leftoff.run(["forget", "--everything", "--yes"], environment: ["HOME": user.path])
        #expect(forgotten.status == 0, "\(forgotten.errorText)")
        let left = try FileManager.default.contentsOfDirectory(atPath: leftoff.home.path)
        #expect(Set(left) == Set(others + ["leftoff.sqlite.old.2"]))
    }

    @Test("Each finding that is not ok ends with a command")
    func advice() throws {
        try install("firefox", "chromium")
        try write("nonsense", to: leftoff.home.appending(path: "leftoff.sqlite"))
        try write("nonsense", to: leftoff.home.appending(path: "settings.json"))
        try write("nonsense", to: leftoff.home.appending(path: "token"))
        let outcome = try doctor()
        #expect(outcome.status == 1)
        let findings = Set(
            ["data", "tokens", "settings", "store", "host", "extension"].flatMap { lines($0, of: outcome) })
        #expect(findings.count == 8, "\(findings)")
        let commands = ["chmod ", "mv ", "leftoff ", "sudo apt "]
        for finding in findings {
            let command = finding.components(separatedBy: " → ").last ?? ""
            #expect(commands.contains { command.hasPrefix($0) }, "\(finding)")
        }
    }
}
