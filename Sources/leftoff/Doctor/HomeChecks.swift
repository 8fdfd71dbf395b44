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
    private let home: String
    /// True if the user has chosen the data directory with `LEFTOFF_HOME`.
    private let isChosen: Bool

    private static let otherDirectory = "export LEFTOFF_HOME=\"$HOME/leftoff\""

    /// Creates the checks of a data directory.
    init(home: DataHome, environment: [String: String]) {
        data = home
        self.home = home.path
        isChosen = !environment["LEFTOFF_HOME", default: ""].isEmpty
    }

    /// Runs the checks.
    func findings() -> [Finding] {
        var status = stat()
        guard stat(home, &status) == 0 else { return [errno == ENOENT ? missing() : inaccessible(errno)] }
        if let problem = unusable(status) { return [problem] }
        return [directory(status), tokens(), settings(), configuration()].compactMap { $0 } + store()
    }

    private func inaccessible(_ error: Int32) -> Finding {
        .problem("data", "\(home): \(SystemError.text(error))", advice: Self.otherDirectory)
    }

    /// Checks that the directory can be created.
    private func missing() -> Finding {
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
            return .problem("data", "\(home) is not a directory", advice: "mv \(quoted()) \(quoted(".old"))")
        }
        guard status.st_uid == geteuid() else {
            return .problem(
                "data", "\(home) belongs to another user",
                advice: isChosen ? "unset LEFTOFF_HOME" : "sudo chown -R \"$USER\" \(quoted())")
        }
        guard access(home, R_OK | W_OK | X_OK) != 0 else { return nil }
        return errno == EACCES
            ? .problem("data", "\(home) is not readable and writable", advice: "chmod 700 \(quoted())")
            : inaccessible(errno)
    }

    /// Returns a path that begins with that of the data directory, as one word of a shell.
    private func quoted(_ rest: String = "") -> String { CommandWord.quoted(home + rest) }

    private func directory(_ status: stat) -> Finding {
        guard status.st_mode & 0o077 == 0 else {
            return .warning("data", "\(home) is accessible to other users", advice: "chmod 700 \(quoted())")
        }
        var volume = statvfs()
        if statvfs(home, &volume) == 0 {
            let free = UInt64(volume.f_bavail) * UInt64(volume.f_frsize)
            if free < 64 << 20 {
                return .problem(
                    "data", "\(home): only \(free >> 20) MiB free", advice: "free up space: du -xh --max-depth=1 ~")
            }
        }
        return .ok("data", home)
    }

    private func tokens() -> Finding {
        let files = TokenFiles(home: home)
        do {
            guard try files.exist() else { return .ok("tokens", "created when the service first starts") }
            return .ok("tokens", "both exist, and only you can read them")
        } catch {
            return .problem(
                "tokens", "\(error)", advice: "chmod 700 \(quoted()); leftoff token rotate")
        }
    }

    private func settings() -> Finding {
        do {
            let settings = try SettingsFile(home: home).current
            let hosts = settings.privateHosts.count
            return .ok(
                "settings",
                hosts == 0 ? "readable" : "readable; fetching from \(counted(hosts, "private host")) is allowed")
        } catch {
            return .problem(
                "settings", "\(error)", advice: SetAsideFile.command(home + "/settings.json", ".old"))
        }
    }

    /// Checks the configuration file, which most users do not have.
    private func configuration() -> Finding? {
        do {
            return try Configuration.load(from: data).onDone.map { .ok("config", "onDone runs \($0[0])") }
        } catch {
            return .problem(
                "config", "\(error)", advice: SetAsideFile.command("\(home)/\(Configuration.fileName)", ".old"))
        }
    }

    private func store() -> [Finding] {
        let path = home + "/" + LeftoffDatabase.fileName
        guard access(path, F_OK) == 0 else {
            return [.ok("store", "does not exist yet; the first command that stores something creates it")]
        }
        if let problem = inaccessibleStore(path) { return [problem] }
        do {
            let health = try LeftoffDatabase.health(home: home)
            return [finding(health, path), .ok("SQLite", "\(health.version), journal \(health.journal)")]
        } catch StoreError.newer {
            return [
                .problem(
                    "store", "\(path) was written by a newer leftoff than this one, \(Version.current)",
                    advice: "install that version again: sudo apt install ./leftoff_VERSION_amd64.deb")
            ]
        } catch {
            return [.problem("store", "\(error)", advice: SetAsideFile.command(path, ".old"))]
        }
    }

    /// Checks that the store can be read and written, which says nothing about its contents.
    ///
    /// - Returns: The problem; nil if there is none.
    private func inaccessibleStore(_ path: String) -> Finding? {
        var status = stat()
        guard access(path, R_OK | W_OK) != 0, errno == EACCES, stat(path, &status) == 0 else { return nil }
        return status.st_uid == geteuid()
            ? .problem("store", "\(path) is not readable and writable", advice: "chmod 600 \(CommandWord.quoted(path))")
            : .problem(
                "store", "\(path) belongs to another user", advice: "sudo chown \"$USER\" \(CommandWord.quoted(path))")
    }

    private func finding(_ health: StoreHealth, _ path: String) -> Finding {
        if let damage = health.damage {
            return .problem(
                "store", "\(path): \(damage)",
                advice: "\(SetAsideFile.command(path, ".damaged")); leftoff import BACKUP"
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
