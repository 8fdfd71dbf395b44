import DownloadLists
import FoundationEssentials
import HTTPTypes
import JSON
import Snapshots
import Transfer
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

    /// The behaviour when the budget for copies is used up.
    package enum CopyOverflow: String, Sendable {
        /// Removes the oldest copies of finished places.
        case evict
        /// Keeps all copies, and stores new places without one.
        case keep
    }

    /// The maximum number of hosts in a list.
    static let hostLimit = 100
    /// The default of ``copyBudget``.
    package static let standardCopyBudget = 2_000_000_000
    /// The maximum of ``copyBudget``: a petabyte.
    static let copyBudgetLimit = 1_000_000_000_000_000
    /// The minimum of ``pictureLimit``: space for the words of nearly every page.
    static let pictureLimitMinimum = 100_000
    /// The default and the maximum of ``pictureLimit``.
    ///
    /// `PictureCopy` accepts a little more. The scripts that make pictures have the same maximum.
    package static let standardPictureLimit = 6_000_000
    /// The maximum length of a path or host, in bytes.
    static let textLimit = 1_024

    /// The directory for downloads, an absolute path; nil for the user's download directory.
    package var downloadDirectory: String?
    /// The amount of animation.
    package var motion: Motion
    /// The hosts that may be contacted although they are not public, as they are written in URLs: `nas.local`,
    /// `[fd00::1]`.
    package var privateHosts: [String]
    /// True if a capture also copies the text of the page.
    package var copyText = true
    /// True if a capture also makes a picture of the page.
    package var copyPicture = false
    /// True if a picture of a page contains its images.
    package var pictureImages = true
    /// The maximum size of a picture of a page, in bytes of JSON.
    package var pictureLimit = standardPictureLimit
    /// The maximum size of all compressed copies together, in bytes.
    package var copyBudget = standardCopyBudget
    /// The behaviour when the budget for copies is used up.
    package var whenCopiesAreFull = CopyOverflow.evict
    /// The hosts whose pages are never captured, as they are written in URLs; a host covers its subdomains.
    package var neverCaptured: [String] = []

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
            case "privateHosts": privateHosts = try Self.hosts(value, key)
            case "copyText": copyText = try Self.bool(value, key, standard: true)
            case "copyPicture": copyPicture = try Self.bool(value, key, standard: false)
            case "pictureImages": pictureImages = try Self.bool(value, key, standard: true)
            case "pictureLimit":
                let range = Self.pictureLimitMinimum...Self.standardPictureLimit
                pictureLimit = try Self.byteCount(value, key, in: range, standard: Self.standardPictureLimit)
            case "copyBudget":
                copyBudget = try Self.byteCount(
                    value, key, in: 0...Self.copyBudgetLimit, standard: Self.standardCopyBudget)
            case "whenCopiesAreFull":
                guard let overflow = value.isNull ? .evict : value.string.flatMap(CopyOverflow.init) else {
                    throw Problem(.unprocessableContent, "\"whenCopiesAreFull\" must be evict or keep")
                }
                whenCopiesAreFull = overflow
            case "neverCaptured": neverCaptured = try Self.hosts(value, key)
            default: throw Problem(.unprocessableContent, "\(JSONValue.string(key).excerpt) is not a setting")
            }
        }
    }

    /// Checks that no private host is this machine.
    ///
    /// Programs on this machine trust its own addresses, so a web page that gets a token must not reach them.
    ///
    /// - Throws: `Problem` (422) that names the option and the configuration file, which a person can use instead.
    func refuseThisMachine() throws(Problem) {
        guard let host = privateHosts.first(where: ThisMachine.isNamed) else { return }
        throw Problem(
            .unprocessableContent,
            "\"privateHosts\" contains \(host), which is this computer: use \"privateHosts\" in config.json, "
                + "or --allow-private")
    }

    private static func directory(_ value: JSONValue) throws -> String? {
        if value.isNull { return nil }
        guard let path = value.string, path.utf8.count <= textLimit, PathComponents(path) != nil,
            path.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F })
        else { throw Problem(.unprocessableContent, "\"downloadDirectory\" must be an absolute path") }
        return path
    }

    private static func bool(_ value: JSONValue, _ key: String, standard: Bool) throws -> Bool {
        guard let bool = value.isNull ? standard : value.bool else {
            throw Problem(.unprocessableContent, "\"\(key)\" must be true or false")
        }
        return bool
    }

    private static func byteCount(
        _ value: JSONValue, _ key: String, in range: ClosedRange<Int>, standard: Int
    ) throws -> Int {
        guard let count = value.isNull ? standard : value.integer, range.contains(count) else {
            throw Problem(
                .unprocessableContent,
                "\"\(key)\" must be a number of bytes from \(range.lowerBound) to \(range.upperBound)")
        }
        return count
    }

    /// Returns hosts as the URL Standard serializes them.
    private static func hosts(_ value: JSONValue, _ key: String) throws -> [String] {
        if value.isNull { return [] }
        guard let values = value.array, values.count <= hostLimit else {
            throw Problem(.unprocessableContent, "\"\(key)\" must be an array of at most \(hostLimit) hosts")
        }
        var hosts: [String] = []
        for value in values {
            guard let text = value.string, text.utf8.count <= textLimit, let host = WebURL.hostname(ofHost: text) else {
                throw Problem(
                    .unprocessableContent,
                    "\"\(key)\" contains \(value.excerpt); expected a host without a port")
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
            "copyText": .bool(copyText),
            "copyPicture": .bool(copyPicture),
            "pictureImages": .bool(pictureImages),
            "pictureLimit": .number(Double(pictureLimit)),
            "copyBudget": .number(Double(copyBudget)),
            "whenCopiesAreFull": .string(whenCopiesAreFull.rawValue),
            "neverCaptured": .array(neverCaptured.map(JSONValue.string)),
        ])
    }
}
