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
    let home: String

    /// Runs the checks.
    func findings() -> [Finding] {
        var status = stat()
        guard stat(home, &status) == 0 else {
            return [
                errno == ENOENT
                    ? .ok("data", "\(home) does not exist yet; the first command that stores something creates it")
                    : .problem(
                        "data", "\(home): \(SystemError.text(errno))", advice: "export LEFTOFF_HOME=\"$HOME/leftoff\"")
            ]
        }
        return [directory(status), tokens(), settings()] + store()
    }

    /// Returns a path that begins with that of the data directory, as one word of a shell.
    private func quoted(_ rest: String = "") -> String { CommandWord.quoted(home + rest) }

    private func directory(_ status: stat) -> Finding {
        guard status.st_mode & S_IFMT == S_IFDIR else {
            return .problem("data", "\(home) is not a directory", advice: "mv \(quoted()) \(quoted(".old"))")
        }
        guard status.st_uid == geteuid(), access(home, W_OK) == 0 else {
            return .problem(
                "data", "\(home) belongs to another user or is read-only",
                advice: "export LEFTOFF_HOME=\"$HOME/leftoff\"")
        }
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
                "settings", "\(error)", advice: "mv \(quoted("/settings.json")) \(quoted("/settings.json.old"))")
        }
    }

    private func store() -> [Finding] {
        let path = home + "/" + LeftoffDatabase.fileName
        guard access(path, F_OK) == 0 else {
            return [.ok("store", "does not exist yet; the first command that stores something creates it")]
        }
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
            return [
                .problem(
                    "store", "\(error)", advice: moving(path, ".old"))
            ]
        }
    }

    /// Returns the command that adds an ending to the name of the store, and renames its journals accordingly.
    private func moving(_ path: String, _ ending: String) -> String {
        let journals = LeftoffDatabase.journalEndings.filter { journal in
            var status = stat()
            return stat(path + journal, &status) == 0 && status.st_size > 0
        }
        return ([""] + journals).map { journal in
            "mv \(CommandWord.quoted(path + journal)) \(CommandWord.quoted(path + ending + journal))"
        }.joined(separator: "; ")
    }

    private func finding(_ health: StoreHealth, _ path: String) -> Finding {
        if let damage = health.damage {
            return .problem(
                "store", "\(path): \(damage)",
                advice: "\(moving(path, ".damaged")); leftoff import BACKUP"
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
