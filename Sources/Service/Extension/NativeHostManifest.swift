import Syntax

/// The manifest with which a browser finds the native host, and the extension that may start it.
package struct NativeHostManifest: Sendable, Hashable {
    /// The name by which the extension connects to the host.
    package static let hostName = "leftoff"
    /// The name of the manifest's file.
    package static let fileName = "leftoff.json"
    /// The id of the extension in Firefox.
    package static let firefoxExtension = "leftoff@leftoff.local"
    /// The id of the extension in Chromium, which follows from the key in its manifest.
    private static let chromiumExtension = "okekocdladmcglknhgnkbcnbohhfimod"
    /// The origin of the extension in Chromium.
    package static let chromiumOrigin = "chrome-extension://\(chromiumExtension)/"

    /// A kind of browser; the browsers of a kind use the same form of manifest.
    package enum Browser: String, Sendable, CaseIterable {
        case firefox
        case chromium
    }

    /// The kind of browser that reads the manifest.
    package var browser: Browser
    /// The absolute path of the program that the browser starts.
    private var launcher: String

    /// Creates a manifest.
    package init(browser: Browser, launcher: String) {
        self.browser = browser
        self.launcher = launcher
    }

    /// The manifest as indented JSON in UTF-8 with a final line break.
    package var json: [UInt8] {
        let (key, value) =
            switch browser {
            case .firefox: ("allowed_extensions", Self.firefoxExtension)
            case .chromium: ("allowed_origins", Self.chromiumOrigin)
            }
        let members = [
            ("name", JSONString.literal(Self.hostName)),
            ("description", JSONString.literal("Leftoff: stores places and downloads for the Leftoff extension")),
            ("path", JSONString.literal(launcher)), ("type", JSONString.literal("stdio")),
            (key, "[\(JSONString.literal(value))]"),
        ]
        let lines = members.map { "  \(JSONString.literal($0.0)): \($0.1)" }
        return Array("{\n\(lines.joined(separator: ",\n"))\n}\n".utf8)
    }
}

/// The browser that started the native host for the Leftoff extension.
package enum NativeHostCaller: Sendable, Hashable {
    /// Firefox, which passes the manifest's path and the add-on's id.
    case firefox
    /// Chromium, which passes the origin of the extension, and on some systems further arguments.
    case chromium

    /// Recognizes the caller by the arguments that browsers pass.
    ///
    /// - Parameter arguments: The arguments. The result is nil for any other caller or extension.
    package init?(arguments: [String]) {
        if arguments.first == NativeHostManifest.chromiumOrigin {
            self = .chromium
        } else if arguments.count == 2, arguments[0].hasPrefix("/"),
            arguments[1] == NativeHostManifest.firefoxExtension
        {
            self = .firefox
        } else {
            return nil
        }
    }
}
