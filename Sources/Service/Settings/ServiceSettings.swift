import FoundationEssentials
import HTTPTypes
import JSON
import Snapshots
import WHATWGURL

/// The settings that the user can change on the web page.
package struct ServiceSettings: Sendable, Hashable {
    /// The amount of animation.
    package enum Motion: String, Sendable, Codable {
        /// Depends on the system's preference for reduced motion.
        case system
        /// All animations.
        case full
        /// Few animations.
        case calm
        /// No animations.
        case none
    }

    /// The maximum number of private hosts.
    static let hostLimit = 100
    /// The maximum length of a path or host, in bytes.
    static let textLimit = 1_024

    /// The directory for downloads, an absolute path; nil for the user's download directory.
    package var downloadDirectory: String?
    /// The amount of animation.
    package var motion: Motion
    /// The hosts that may be contacted although they are not public, as they are written in URLs: `nas.local`,
    /// `[fd00::1]`.
    package var privateHosts: [String]

    /// Creates settings.
    ///
    /// - Parameters:
    ///   - downloadDirectory: The directory for downloads, an absolute path; nil for the user's download directory.
    ///   - motion: The amount of animation.
    ///   - privateHosts: The hosts that may be contacted although they are not public.
    package init(downloadDirectory: String? = nil, motion: Motion = .system, privateHosts: [String] = []) {
        self.downloadDirectory = downloadDirectory
        self.motion = motion
        self.privateHosts = privateHosts
    }

    /// Applies a merge patch (RFC 7396).
    ///
    /// - Parameter patch: An object with some of the settings; null resets a setting.
    /// - Throws: `Problem` (422) for an unknown key or an invalid value.
    mutating func merge(_ patch: JSONValue) throws {
        guard let members = patch.object else { throw Problem(.unprocessableContent, "expected an object") }
        for (key, value) in members.sorted(by: { $0.key < $1.key }) {
            switch key {
            case "downloadDirectory": downloadDirectory = try Self.directory(value)
            case "motion":
                guard let motion = value.isNull ? .system : value.string.flatMap(Motion.init) else {
                    throw Problem(.unprocessableContent, "\"motion\" must be system, full, calm or none")
                }
                self.motion = motion
            case "privateHosts": privateHosts = try Self.hosts(value)
            default: throw Problem(.unprocessableContent, "\(JSONValue.string(key).excerpt) is not a setting")
            }
        }
    }

    private static func directory(_ value: JSONValue) throws -> String? {
        if value.isNull { return nil }
        guard let path = value.string, path.hasPrefix("/"), path.utf8.count <= textLimit,
            path.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }),
            !path.split(separator: "/").contains("..")
        else { throw Problem(.unprocessableContent, "\"downloadDirectory\" must be an absolute path") }
        return path
    }

    /// Returns hosts as the URL Standard serializes them.
    private static func hosts(_ value: JSONValue) throws -> [String] {
        if value.isNull { return [] }
        guard let values = value.array, values.count <= hostLimit else {
            throw Problem(.unprocessableContent, "\"privateHosts\" must be an array of at most \(hostLimit) hosts")
        }
        var hosts: [String] = []
        for value in values {
            guard let text = value.string, text.utf8.count <= textLimit, let host = WebURL.hostname(ofHost: text) else {
                throw Problem(
                    .unprocessableContent,
                    "\"privateHosts\" contains \(value.excerpt); expected a host without a port")
            }
            if !hosts.contains(host) { hosts.append(host) }
        }
        return hosts
    }

    /// The settings as JSON.
    var json: JSONValue {
        .object([
            "downloadDirectory": downloadDirectory.map(JSONValue.string) ?? .null,
            "motion": .string(motion.rawValue),
            "privateHosts": .array(privateHosts.map(JSONValue.string)),
        ])
    }
}
