import NativeMessaging

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A browser whose extension can use the native host.
enum SupportedBrowser: String, CaseIterable {
    case firefox = "Firefox"
    case chromium = "Chromium"
    case chrome = "Chrome"

    /// The names of its programs.
    var programs: [String] {
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
