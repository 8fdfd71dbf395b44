import FoundationEssentials
import Service
import Store

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Looks at the data directory and what is in it, without making anything.
struct HomeChecks {
    let home: String

    /// Everything that is found.
    func findings() -> [Finding] {
        var status = stat()
        guard stat(home, &status) == 0 else {
            return [
                errno == ENOENT
                    ? .ok("data", "\(home) is not there yet; the first place makes it")
                    : .wrong("data", "\(home): \(SystemError.text(errno))", do: "set LEFTOFF_HOME to another directory")
            ]
        }
        return [directory(status), tokens(), settings()] + store()
    }

    private func directory(_ status: stat) -> Finding {
        guard status.st_mode & S_IFMT == S_IFDIR else {
            return .wrong("data", "\(home) is no directory", do: "move it away, or set LEFTOFF_HOME")
        }
        guard status.st_uid == geteuid(), access(home, W_OK) == 0 else {
            return .wrong("data", "\(home) belongs to somebody else, or is read-only", do: "set LEFTOFF_HOME")
        }
        guard status.st_mode & 0o077 == 0 else {
            return .note("data", "\(home) may be read by others", do: "chmod 700 '\(home)'")
        }
        var volume = statvfs()
        if statvfs(home, &volume) == 0 {
            let free = UInt64(volume.f_bavail) * UInt64(volume.f_frsize)
            if free < 64 << 20 {
                return .wrong("data", "\(home) has \(free >> 20) MiB left", do: "make room on that disk")
            }
        }
        return .ok("data", home)
    }

    private func tokens() -> Finding {
        let files = TokenFiles(home: home)
        do {
            guard try files.areThere() else { return .ok("tokens", "made when the service first starts") }
            return .ok("tokens", "both are there, for you alone")
        } catch {
            return .wrong("tokens", "\(error)", do: "leftoff token rotate, once nobody but you can read the directory")
        }
    }

    private func settings() -> Finding {
        do {
            let settings = try SettingsFile(home: home).current
            let hosts = settings.privateHosts.count
            return .ok(
                "settings",
                hosts == 0
                    ? "as they come, or set" : "\(hosts) private host\(hosts == 1 ? "" : "s") may be fetched from")
        } catch { return .wrong("settings", "\(error)", do: "mend or remove the file") }
    }

    private func store() -> [Finding] {
        let path = home + "/" + LeftoffDatabase.fileName
        guard access(path, F_OK) == 0 else { return [.ok("store", "not there yet; the first place makes it")] }
        do {
            let health = try LeftoffDatabase.health(home: home)
            return [finding(health, path), .ok("SQLite", "\(health.version), journal \(health.journal)")]
        } catch { return [.wrong("store", "\(error)", do: "see above; leftoff export makes backups")] }
    }

    private func finding(_ health: StoreHealth, _ path: String) -> Finding {
        if let damage = health.damage {
            return .wrong("store", "\(path): \(damage)", do: "restore a backup: leftoff import FILE")
        }
        let counts = [health.placeCount.map { counted($0, "place") }, health.itemCount.map { counted($0, "download") }]
        let text = ([path] + counts.compactMap { $0 }).joined(separator: ", ")
        return switch health.pending {
        case .migration:
            .note("store", "\(text), as an older leftoff left it", do: "nothing: the next command brings it up to date")
        case .rollback:
            .note("store", "\(text), with a change that was cut off", do: "nothing: the next command takes it back")
        case nil: .ok("store", text)
        }
    }
}
