import FoundationEssentials
import Service
import Snapshots
import Store
import TerminalHUD

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

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
            let count = health.copyCount == 1 ? "1 copy" : "\(health.copyCount) copies"
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
        var status = stat()
        let isFile = stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        return switch error {
        case StoreError.foreign, StoreError.damaged: SetAsideFile.command(path, ".old")
        case _ where !isFile: SetAsideFile.command(path, ".old")
        default: "df -h \(CommandWord.quoted(home))"
        }
    }

    private func finding(_ health: StoreHealth, _ path: String) -> Finding {
        if let damage = health.damage {
            return .problem(
                "store", "\(path): \(damage)",
                advice: health.isRepairable
                    ? "leftoff doctor --repair"
                    : "\(SetAsideFile.command(path, ".damaged")) && leftoff import BACKUP"
            )
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
