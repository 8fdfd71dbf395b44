import Downloads
import FoundationEssentials
import Glibc
import Places
import Service
import Store
import Syntax
import TerminalHUD

/// Checks of the data directory and its files.
///
/// They change nothing.
struct HomeChecks {
    private let data: DataHome
    private let environment: [String: String]

    /// Creates the checks of a data directory.
    init(home: DataHome, environment: [String: String]) {
        data = home
        self.environment = environment
    }

    private var home: String { data.path }

    /// Runs the checks.
    func findings() -> [Finding] {
        let (directory, isUsable) = DirectoryCheck(home: data, environment: environment).finding()
        guard isUsable else { return [directory] }
        return [directory, tokens(), sessions(), settings(), configuration()].compactMap { $0 } + store()
    }

    private func tokens() -> Finding {
        let files = TokenFiles(home: home)
        let paths = [files.tokenPath, files.captureTokenPath]
        if let problem = FileAccess(R_OK).problem("tokens", paths) { return problem }
        do {
            guard try files.exist() else { return .ok("tokens", "created when the service first starts") }
            return .ok("tokens", "both exist, and only you can read them")
        } catch {
            return .problem(
                "tokens", "\(error)", advice: "chmod 700 \(CommandWord.quoted(home)); leftoff token rotate")
        }
    }

    /// Checks the file of the sessions, which exists once a browser has signed in.
    private func sessions() -> Finding? {
        let files = TokenFiles(home: home)
        let file = SessionFile(home: home)
        if let problem = FileAccess(R_OK).problem("sessions", [file.path]) { return problem }
        guard (try? files.exist()) == true, let token = try? files.load().full else { return nil }
        let contents = file.load(token: token, at: Date())
        if let problem = contents.problem {
            return .warning(
                "sessions", TerminalText.sanitized("\(file.path): \(problem)"),
                advice: "\(SetAsideFile.command(file.path, ".old")); leftoff page")
        }
        let count = contents.sessions.count
        return count == 0 ? nil : .ok("sessions", "\(counted(count, "browser")) signed in")
    }

    private func settings() -> Finding {
        let path = "\(home)/\(SettingsFile.fileName)"
        if let problem = FileAccess(R_OK).problem("settings", [path]) { return problem }
        do {
            let file = try SettingsFile(home: home)
            let settings = file.current
            let configuration = (try? Configuration.load(from: data)) ?? Configuration()
            let refusal = settings.downloadDirectory.flatMap(DownloadDirectory.confirmed(configuration).refusal)
            if let warning = ([refusal].compactMap { $0 } + file.warnings).first {
                return .warning("settings", TerminalText.sanitized(warning), advice: "leftoff page")
            }
            let hosts = settings.privateHosts.count
            return .ok(
                "settings",
                hosts == 0 ? "readable" : "readable; fetching from \(counted(hosts, "private host")) is allowed")
        } catch {
            return .problem("settings", "\(error)", advice: SetAsideFile.command(path, ".old"))
        }
    }

    /// Checks the configuration file, which most users do not have.
    private func configuration() -> Finding? {
        let path = "\(home)/\(Configuration.fileName)"
        if let problem = FileAccess(R_OK).problem("config", [path]) { return problem }
        do {
            let configuration = try Configuration.load(from: data)
            if let warning = configuration.warning {
                let paths = "\(CommandWord.quoted(home)) \(CommandWord.quoted(path))"
                return .warning("config", warning, advice: "chmod go-w \(paths)")
            }
            if let warning = DownloadDirectory.confirmed(configuration).warnings.first {
                return .warning("config", TerminalText.sanitized(warning), advice: "leftoff help files")
            }
            return configuration.onDone.map { .ok("config", "onDone runs \($0[0])") }
        } catch {
            return .problem("config", "\(error)", advice: SetAsideFile.command(path, ".old"))
        }
    }

    private func store() -> [Finding] {
        let path = home + "/" + LeftoffDatabase.fileName
        guard access(path, F_OK) == 0 else {
            return [.ok("store", "does not exist yet; the first command that stores something creates it")]
        }
        let paths = ([""] + LeftoffDatabase.journalEndings).map { path + $0 }
        if let problem = FileAccess(R_OK | W_OK).problem("store", paths) { return [problem] }
        do {
            let health = try LeftoffDatabase.health(home: home)
            let sqlite = Finding.ok("SQLite", "\(health.version), journal \(health.journal)")
            return [finding(health, path), sqlite] + Self.findings(health.damaged)
                + (health.pending == nil ? copies() : [])
        } catch StoreError.newer {
            return [
                .problem(
                    "store", "\(path) was written by a newer leftoff than this one, \(Version.current)",
                    advice: "install that version again: sudo apt install ./leftoff_VERSION_amd64.deb")
            ]
        } catch StoreError.busy {
            return [.warning("store", "\(path): another process is busy with it", advice: "leftoff doctor")]
        } catch {
            return [.problem("store", "\(error)", advice: advice(after: error, path))]
        }
    }

    /// The number of damaged records that are listed one by one.
    private static let listedRecordCount = 20

    private static func findings(_ damaged: [UnreadableRecord]) -> [Finding] {
        let findings = damaged.prefix(listedRecordCount).map { record in
            let command =
                switch record.kind {
                case .snapshot: "forget"
                case .windowSet: "windows forget"
                case .download: "queue remove"
                }
            return Finding.problem(
                "records", TerminalText.sanitized("\(record)"),
                advice: "leftoff \(command) \(CommandWord.quoted(record.id))")
        }
        let rest = damaged.count - listedRecordCount
        return rest <= 0
            ? findings
            : findings + [.problem("records", "\(counted(rest, "more record")) cannot be read", advice: "leftoff list")]
    }

    /// Checks every copy; this reads all of their files.
    private func copies() -> [Finding] {
        do {
            let health = try CopyHealth(home: home, now: Date())
            // The check of the settings reports a file that cannot be read.
            let budget = (try? SettingsFile(home: home).current.copyBudget) ?? ServiceSettings.standardCopyBudget
            let count = counted(health.copyCount, "copy", plural: "copies")
            let sizes = "\(Self.megabytes(health.byteCount)) of \(Self.megabytes(budget))"
            var findings: [Finding] = []
            if health.byteCount > budget {
                findings.append(
                    .warning(
                        "copies", "\(count), \(sizes): new places are stored without a copy",
                        advice: "leftoff forget --copies ID, or a larger budget on the settings page"))
            } else if health.damage.isEmpty, health.unreadable.isEmpty {
                findings.append(.ok("copies", health.copyCount == 0 ? "none" : "\(count), \(sizes), all readable"))
            }
            findings += health.damage.map {
                .problem("copies", $0, advice: "leftoff forget --damaged-copies")
            }
            findings += health.unreadable.map {
                .problem("copies", $0, advice: "ls -lR \(CommandWord.quoted("\(home)/\(LeftoffDatabase.copiesName)"))")
            }
            if let stray = health.strays.first {
                let more = health.strays.count == 1 ? "" : " and \(health.strays.count - 1) more"
                findings.append(
                    .warning(
                        "copies", "\(stray)\(more): files that belong to no copy",
                        advice: "leftoff forget --damaged-copies"))
            }
            return findings
        } catch {
            return [.problem("copies", "\(error)", advice: "leftoff doctor")]
        }
    }

    private static func megabytes(_ bytes: Int) -> String {
        bytes == 0 ? "0 MB" : bytes < 1_000_000 ? "under 1 MB" : "\(bytes / 1_000_000) MB"
    }

    /// Returns the command for a failure of the store.
    ///
    /// A store that may contain places stays where it is.
    private func advice(after error: any Error, _ path: String) -> String {
        let isFile = InputBytes.isRegularFile(path)
        var status = stat()
        let isEmpty = stat(path, &status) != 0 || status.st_size == 0
        return switch error {
        case StoreError.damaged where isFile && !isEmpty: "leftoff doctor --repair"
        case StoreError.foreign, StoreError.damaged: SetAsideFile.command(path, ".old")
        case _ where !isFile: SetAsideFile.command(path, ".old")
        default: "df -h \(CommandWord.quoted(home))"
        }
    }

    private func finding(_ health: StoreHealth, _ path: String) -> Finding {
        if let damage = health.damage {
            return .problem("store", "\(path): \(damage)", advice: "leftoff doctor --repair")
        }
        let counts = [health.placeCount.map { counted($0, "place") }, health.itemCount.map { counted($0, "download") }]
        let text = ([path] + counts.compactMap { $0 }).joined(separator: ", ")
        return switch health.pending {
        case .migration:
            .warning(
                "store", "\(text), written by an older leftoff", advice: "leftoff list migrates it")
        case .rollback:
            .warning(
                "store", "\(text), with an interrupted change", advice: "leftoff list rolls it back")
        case nil: .ok("store", text)
        }
    }
}

/// The check of the data directory itself.
private struct DirectoryCheck {
    private let data: DataHome
    /// True if the user has chosen the data directory with `LEFTOFF_HOME`.
    private let isChosen: Bool

    private static let otherDirectory = "export LEFTOFF_HOME=\"$HOME/leftoff\""
    /// The free space below which captures and downloads soon fail, in bytes.
    private static let leastFreeSpace: Int64 = 64 << 20

    /// Creates the check of a data directory.
    init(home: DataHome, environment: [String: String]) {
        data = home
        isChosen = !environment["LEFTOFF_HOME", default: ""].isEmpty
    }

    /// Runs the check.
    ///
    /// - Returns: The finding, and true if the directory exists and its files can be checked.
    func finding() -> (Finding, isUsable: Bool) {
        var status = stat()
        guard stat(home, &status) == 0 else { return (errno == ENOENT ? missing() : inaccessible(errno), false) }
        if let problem = unusable(status) { return (problem, false) }
        return (usable(status), true)
    }

    private var home: String { data.path }
    private var quoted: String { CommandWord.quoted(home) }

    private func inaccessible(_ error: Int32) -> Finding {
        .problem("data", "\(home): \(SystemError.text(error))", advice: Self.otherDirectory)
    }

    /// Checks that the directory can be created.
    private func missing() -> Finding {
        var status = stat()
        guard lstat(home, &status) != 0 else {
            return .problem("data", "\(home) is a link to something that is not there", advice: "rm \(quoted)")
        }
        var parent = data.absolutePath
        repeat {
            parent = String(parent[..<(parent.lastIndex(of: "/") ?? parent.startIndex)])
        } while !parent.isEmpty && access(parent, F_OK) != 0 && errno == ENOENT
        guard access(parent.isEmpty ? "/" : parent, W_OK | X_OK) == 0 else { return inaccessible(errno) }
        return .ok("data", "\(home) does not exist yet; the first command that stores something creates it")
    }

    /// Checks that the directory is one that the user can write to.
    ///
    /// - Returns: The problem; nil if there is none.
    private func unusable(_ status: stat) -> Finding? {
        guard status.st_mode & S_IFMT == S_IFDIR else {
            return .problem("data", "\(home) is not a directory", advice: SetAsideFile.command(home, ".old"))
        }
        guard status.st_uid == geteuid() else {
            return .problem("data", "\(home) belongs to another user", advice: advice(owner: status.st_uid))
        }
        guard access(home, R_OK | W_OK | X_OK) != 0 else { return nil }
        return errno == EACCES
            ? .problem("data", "\(home) is not readable and writable", advice: "chmod 700 \(quoted)")
            : inaccessible(errno)
    }

    /// Returns the command for a directory of another user.
    private func advice(owner: uid_t) -> String {
        // Root must not take it away from its owner.
        if geteuid() == 0 { return "sudo -u '#\(owner)' leftoff doctor" }
        // A final slash follows a symbolic link.
        return isChosen ? "unset LEFTOFF_HOME" : "sudo chown -R \(geteuid()) \(CommandWord.quoted(home + "/"))"
    }

    private func usable(_ status: stat) -> Finding {
        guard status.st_mode & 0o077 == 0 else {
            return .warning("data", "\(home) is accessible to other users", advice: "chmod 700 \(quoted)")
        }
        if let free = FreeSpace.bytes(in: home), free < Self.leastFreeSpace {
            return .problem(
                "data", "\(home): only \(free >> 20) MiB free", advice: "free up space: du -xh --max-depth=1 ~")
        }
        return .ok("data", home)
    }
}

/// The check that the user may use files of the data directory.
///
/// It says nothing about their contents, so no file is set aside because of it.
private struct FileAccess {
    /// The needed permissions: `R_OK`, or `R_OK | W_OK`.
    private let mode: Int32

    init(_ mode: Int32) {
        self.mode = mode
    }

    /// Checks files that need not exist.
    ///
    /// - Parameters:
    ///   - subject: The subject of the finding.
    ///   - paths: The paths of the files, which belong together.
    /// - Returns: The problem, with the command for all of the files; nil if there is none.
    func problem(_ subject: String, _ paths: [String]) -> Finding? {
        let refused = paths.filter { access($0, mode) != 0 && errno == EACCES }
        guard let first = refused.first else { return nil }
        let words = refused.map(CommandWord.quoted).joined(separator: " ")
        let areOwn = refused.allSatisfy { path in
            var status = stat()
            return stat(path, &status) == 0 && status.st_uid == geteuid()
        }
        let permission = mode & W_OK != 0 ? "readable and writable" : "readable"
        return areOwn
            ? .problem(subject, "\(first) is not \(permission)", advice: "chmod 600 \(words)")
            : .problem(subject, "\(first) belongs to another user", advice: "sudo chown \(geteuid()) \(words)")
    }
}

/// The names under which `leftoff doctor` advises to keep a file that Leftoff cannot use.
enum SetAsideFile {
    /// The files that may be set aside.
    private static let names = [LeftoffDatabase.fileName, SettingsFile.fileName, Configuration.fileName]
    private static let endings = [".old", ".damaged"]

    /// Returns the command that adds an ending to the name of a file, and renames its journals accordingly.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - ending: `.old` or `.damaged`; a number follows if there is such a file already.
    /// - Returns: The command, for a shell.
    static func command(_ path: String, _ ending: String) -> String {
        let journals = LeftoffDatabase.journalEndings.filter { journal in
            var status = stat()
            return stat(path + journal, &status) == 0 && status.st_size > 0
        }
        let kept = [""] + journals
        var target = path + ending
        var number = 1
        while kept.contains(where: { exists(target + $0) }) {
            number += 1
            target = "\(path)\(ending).\(number)"
        }
        return kept.map { "mv \(CommandWord.quoted(path + $0)) \(CommandWord.quoted(target + $0))" }
            .joined(separator: " && ")
    }

    private static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    /// Returns true for the name of a file that was set aside.
    static func isName(_ name: String) -> Bool {
        names.contains { original in
            endings.contains { ending in
                guard name.hasPrefix(original + ending) else { return false }
                var rest = name.dropFirst((original + ending).count)
                if original == LeftoffDatabase.fileName,
                    let journal = LeftoffDatabase.journalEndings.first(where: { rest.hasSuffix($0) })
                {
                    rest = rest.dropLast(journal.count)
                }
                return rest.wholeMatch(of: #/(?:\.[0-9]+)?/#) != nil
            }
        }
    }
}
