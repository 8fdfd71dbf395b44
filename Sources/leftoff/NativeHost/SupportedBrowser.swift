import FoundationEssentials
import Glibc
import Service
import Syntax

/// A browser whose extension can use the native host.
enum SupportedBrowser: String, CaseIterable {
    case firefox = "Firefox"
    case chromium = "Chromium"
    case chrome = "Chrome"

    /// The names of its programs.
    private var programs: [String] {
        switch self {
        case .firefox: ["firefox", "firefox-esr"]
        case .chromium: ["chromium", "chromium-browser"]
        case .chrome: ["google-chrome", "google-chrome-stable"]
        }
    }

    /// The form of its manifest.
    var kind: NativeHostManifest.Browser { self == .firefox ? .firefox : .chromium }

    /// Returns the path at which it looks for the user's manifest; nil if the user's home directory is unknown.
    func userManifest(_ directories: StandardDirectories) -> String? {
        let directory =
            switch self {
            case .firefox: directories.user.map { $0 + "/.mozilla/native-messaging-hosts" }
            case .chromium: directories.configuration.map { $0 + "/chromium/NativeMessagingHosts" }
            case .chrome: directories.configuration.map { $0 + "/google-chrome/NativeMessagingHosts" }
            }
        return directory.map { "\($0)/\(NativeHostManifest.fileName)" }
    }

    /// Returns the path at which it looks for the manifest of the system if there is none of the user.
    func systemManifest(_ directories: StandardDirectories) -> String {
        let directory =
            switch self {
            case .firefox: "/usr/lib/mozilla/native-messaging-hosts"
            case .chromium: "/etc/chromium/native-messaging-hosts"
            case .chrome: "/etc/opt/chrome/native-messaging-hosts"
            }
        return "\(directories.root)\(directory)/\(NativeHostManifest.fileName)"
    }

    /// Returns the path of the extension that the system installs for all users; nil if the browser looks for none.
    func systemExtension(_ directories: StandardDirectories) -> String? {
        let share = directories.root + "/usr/share"
        // The directory of Firefox is named after the id of the application.
        let firefox = "{ec8030f7-c20a-464f-9b0e-13a3a9e97384}"
        return switch self {
        case .firefox: "\(share)/mozilla/extensions/\(firefox)/\(NativeHostManifest.firefoxExtension)"
        case .chromium: "\(share)/chromium/extensions/leftoff"
        case .chrome: nil
        }
    }

    /// Returns true if one of its programs is in PATH.
    func isInstalled(_ environment: [String: String]) -> Bool {
        programs.contains { ProgramChecks.path(of: $0, environment: environment) != nil }
    }
}

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

/// The record of a browser whose extension has used the native host, for `leftoff doctor`.
struct BrowserRecord: Codable, Sendable, Hashable {
    /// The file with the records of all browsers, in the data directory.
    static let fileName = "browsers.json"

    /// The version of the extension.
    var `extension`: String
    /// The day on which the extension last used the host, in UTC: `2026-11-23`.
    var lastUsed: String

    /// The maximum number of records; the oldest are removed first.
    private static let countLimit = 32

    private static func path(in home: DataHome) -> String { "\(home.path)/\(fileName)" }

    /// Reads the records of a data directory.
    ///
    /// - Returns: The records by the names of the browsers; none if there is no readable file.
    static func load(from home: DataHome) -> [String: BrowserRecord] {
        guard let bytes = InputBytes.regularFile(path(in: home)) else { return [:] }
        return (try? JSONText.decode([String: BrowserRecord].self, from: bytes)) ?? [:]
    }

    /// Records a browser, if that changes anything.
    ///
    /// - Parameters:
    ///   - browser: The browser's name.
    ///   - version: The version of its extension.
    ///   - now: The time, of which the day is recorded.
    ///   - home: The data directory, which is created if it is missing.
    /// - Throws: `CommandFailure` if the file cannot be written.
    static func record(_ browser: String, version: String, at now: Date, in home: DataHome) throws {
        var records = load(from: home)
        let record = BrowserRecord(extension: version, lastUsed: String(RFC3339.string(now).prefix(10)))
        guard records[browser] != record else { return }
        records[browser] = record
        while records.count > countLimit, let oldest = records.filter({ $0.key != browser }).min(by: isOlder) {
            records[oldest.key] = nil
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
        let bytes = try encoder.encode(records)
        try AtomicFile.createDirectory(home.path, mode: 0o700)
        try AtomicFile.write(bytes + [UInt8(ascii: "\n")], to: path(in: home), mode: 0o600)
    }

    private static func isOlder(
        _ left: (key: String, value: BrowserRecord), _ right: (key: String, value: BrowserRecord)
    ) -> Bool { (left.value.lastUsed, left.key) < (right.value.lastUsed, right.key) }
}
