#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The directories in which browsers and systemd look for files.
struct StandardDirectories {
    let environment: [String: String]
    /// The directory below which the system's files are; empty for the root directory.
    let root: String

    /// The directory of the user's configuration files (XDG Base Directory Specification); nil without `HOME`.
    var configuration: String? { absolute("XDG_CONFIG_HOME") ?? user.map { $0 + "/.config" } }

    /// The directories in which systemd looks for user units, in the order of precedence (systemd.unit(5)).
    var userUnits: [String] {
        let data = absolute("XDG_DATA_HOME") ?? user.map { $0 + "/.local/share" }
        return [configuration].compactMap { $0 }.map { $0 + "/systemd/user" }
            + [root + "/etc/systemd/user"] + [data].compactMap { $0 }.map { $0 + "/systemd/user" }
            + ["/usr/local/share", "/usr/share", "/usr/local/lib", "/usr/lib"].map { "\(root)\($0)/systemd/user" }
    }

    /// True if Debian's package of the program is installed.
    ///
    /// Every package has this file (Debian Policy 12.5), which a removal deletes.
    var hasProgramPackage: Bool { access("\(root)/usr/share/doc/leftoff/copyright", F_OK) == 0 }

    /// Returns true if a path is in a directory of the system to which only packages write.
    func isPackaged(_ path: String) -> Bool {
        ["/usr/lib/", "/usr/share/"].contains { path.hasPrefix(root + $0) }
    }

    /// The user's home directory; nil if it is unknown.
    var user: String? { absolute("HOME") }

    private func absolute(_ name: String) -> String? {
        guard let path = environment[name], path.hasPrefix("/") else { return nil }
        return path
    }
}
