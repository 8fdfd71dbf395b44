import NativeMessaging

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A browser whose connection to Leftoff is checked.
enum CheckedBrowser: String, CaseIterable {
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

    /// The paths at which it looks for the manifest, in the order of precedence.
    func manifests(_ directories: CheckedDirectories) -> [String] {
        let configuration = directories.configuration
        let candidates: [String?] =
            switch self {
            case .firefox:
                [
                    directories.user.map { $0 + "/.mozilla/native-messaging-hosts" },
                    directories.root + "/usr/lib/mozilla/native-messaging-hosts",
                ]
            case .chromium:
                [
                    configuration.map { $0 + "/chromium/NativeMessagingHosts" },
                    directories.root + "/etc/chromium/native-messaging-hosts",
                ]
            case .chrome:
                [
                    configuration.map { $0 + "/google-chrome/NativeMessagingHosts" },
                    directories.root + "/etc/opt/chrome/native-messaging-hosts",
                ]
            }
        return candidates.compactMap { $0 }.map { "\($0)/\(NativeHostManifest.fileName)" }
    }

    /// The path of the extension that the system installs for all users; nil if the browser looks for none.
    func systemExtension(_ directories: CheckedDirectories) -> String? {
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
