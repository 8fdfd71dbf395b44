import FoundationEssentials
import HTTPTypes
import Snapshots
import WHATWGURL

/// What a person sets on the web page.
package struct ServiceSettings: Sendable, Hashable {
    /// How much moves.
    package enum Motion: String, Sendable, Codable {
        /// As the system asks.
        case system
        /// Everything.
        case full
        /// Little.
        case calm
        /// Nothing.
        case none
    }

    /// The most hosts.
    static let mostHosts = 100
    /// The longest path or host, in bytes.
    static let longestText = 1_024

    /// The directory that receives files, an absolute path; nil for the person's download directory.
    package var downloadDirectory: String?
    /// How much moves.
    package var motion: Motion
    /// The hosts that may be fetched from though they are not public, as addresses have them: `nas.local`, `[fd00::1]`.
    package var privateHosts: [String]

    /// Makes settings.
    ///
    /// - Parameters:
    ///   - downloadDirectory: The directory that receives files.
    ///   - motion: How much moves.
    ///   - privateHosts: The hosts that may be fetched from though they are not public.
    package init(downloadDirectory: String? = nil, motion: Motion = .system, privateHosts: [String] = []) {
        self.downloadDirectory = downloadDirectory
        self.motion = motion
        self.privateHosts = privateHosts
    }

    /// Changes what an object of JSON names, by a merge patch (RFC 7396).
    ///
    /// - Parameter patch: The object.
    /// - Throws: `Problem` (422) for a key or a value that is none.
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
            default: throw Problem(.unprocessableContent, "\(JSONValue.string(key).excerpt) is no setting")
            }
        }
    }

    private static func directory(_ value: JSONValue) throws -> String? {
        if value.isNull { return nil }
        guard let path = value.string, path.hasPrefix("/"), path.utf8.count <= longestText,
            path.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }),
            !path.split(separator: "/").contains("..")
        else { throw Problem(.unprocessableContent, "\"downloadDirectory\" must be an absolute path") }
        return path
    }

    /// Hosts in the form that addresses have, whatever the spelling: `LOCALHOST` and `0x7f.1` too.
    private static func hosts(_ value: JSONValue) throws -> [String] {
        if value.isNull { return [] }
        guard let values = value.array, values.count <= mostHosts else {
            throw Problem(.unprocessableContent, "\"privateHosts\" must be an array of at most \(mostHosts) hosts")
        }
        var hosts: [String] = []
        for value in values {
            guard let text = value.string, !text.isEmpty, text.utf8.count <= longestText,
                !text.contains(where: { "/?#@\\".contains($0) }), text.hasPrefix("[") || !text.contains(":"),
                text.hasSuffix("]") || !text.hasPrefix("["), let url = WebURL("http://\(text)/"),
                url.path == "/", url.href == "http://\(url.hostname)/"
            else {
                throw Problem(
                    .unprocessableContent, "\"privateHosts\" holds \(value.excerpt): a host is expected, without port")
            }
            if !hosts.contains(url.hostname) { hosts.append(url.hostname) }
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
