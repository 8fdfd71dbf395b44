import Downloads
import FoundationEssentials

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The check of the data directory itself.
struct DirectoryCheck {
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
