import FoundationEssentials
import Service
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
        return [directory, tokens(), settings(), configuration()].compactMap { $0 } + store()
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

    private func settings() -> Finding {
        let path = "\(home)/\(SettingsFile.fileName)"
        if let problem = FileAccess(R_OK).problem("settings", [path]) { return problem }
        do {
            let settings = try SettingsFile(home: home).current
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
            return try Configuration.load(from: data).onDone.map { .ok("config", "onDone runs \($0[0])") }
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
            return [finding(health, path), .ok("SQLite", "\(health.version), journal \(health.journal)")]
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
                advice: "\(SetAsideFile.command(path, ".damaged")) && leftoff import BACKUP"
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
