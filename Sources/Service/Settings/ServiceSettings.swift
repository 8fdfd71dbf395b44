package import Copies
package import Fetching
import FileFormats
import FoundationEssentials
import Glibc
import HTTPTypes
import Places
import Synchronization
import Syntax
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
    private static let hostLimit = 100
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
    private static let textLimit = 1_024

    /// The directory for downloads, an absolute path; nil for the user's download directory.
    package var downloadDirectory: String?
    /// The amount of animation.
    package var motion = Motion.system
    /// The hosts that may be contacted although they are not public, as they are written in URLs: `nas.local`,
    /// `[fd00::1]`.
    package var privateHosts: [String] = []
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
    /// The size of the text with which copies of texts open.
    package var readerSize = ReaderTextSize.medium
    /// The hosts whose pages are never captured, as they are written in URLs; a host covers its subdomains.
    package var neverCaptured: [String] = []

    /// Creates the default settings.
    package init() {}

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
            case "readerSize":
                guard let size = value.isNull ? .medium : value.string.flatMap(ReaderTextSize.init) else {
                    throw Problem(
                        .unprocessableContent, "\"readerSize\" must be small, medium, large or extra-large")
                }
                readerSize = size
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
    func checkPrivateHosts() throws(Problem) {
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
            "readerSize": .string(readerSize.rawValue),
            "neverCaptured": .array(neverCaptured.map(JSONValue.string)),
        ])
    }
}

extension ServiceSettings {
    /// Returns the host of ``neverCaptured`` that covers a page.
    ///
    /// A host covers its subdomains, and the editions of its pages.
    ///
    /// - Parameter page: The address of the page.
    /// - Returns: The host as it is in the list; nil if the page may be captured.
    private func hostNeverCaptured(of page: WebURL) -> String? {
        ExcludedHosts(neverCaptured).host(of: page)
    }

    /// Returns the host of ``neverCaptured`` that covers the page of a snapshot, or the original of the page.
    ///
    /// - Parameter snapshot: The snapshot of a page, which may be an edition of another one.
    /// - Returns: The host as it is in the list; nil if the page may be captured.
    func hostNeverCaptured(of snapshot: PageSnapshot) -> String? {
        ExcludedHosts(neverCaptured).host(of: snapshot)
    }

    /// Returns true if ``neverCaptured`` covers the frame in which a place is, or a frame around it.
    ///
    /// - Parameter snapshot: The snapshot of a page that may itself be captured.
    /// - Returns: False also if the place is in the page itself.
    func isFrameNeverCaptured(in snapshot: PageSnapshot) -> Bool {
        ExcludedHosts(neverCaptured).coverFrame(of: snapshot)
    }

    /// Returns the host of ``neverCaptured`` that covers the page of a tab, or the original of the page.
    ///
    /// - Parameter tab: The tab of a window set.
    /// - Returns: The host as it is in the list; nil if the page may be captured.
    func hostNeverCaptured(of tab: WindowTab) -> String? {
        hostNeverCaptured(of: tab.url) ?? tab.snapshot.flatMap(hostNeverCaptured)
    }
}

/// The settings, stored in the file `settings.json` in Leftoff's data directory.
///
/// They name private hosts and the directory of downloads, so the file is refused if another user can have written it.
/// Programs to run are set in `config.json`, which no request can write.
///
/// Several processes may change the file. Each change starts from the stored settings, and each process reads a changed
/// file again.
package final class SettingsFile: Sendable {
    /// The file's name in the data directory.
    package static let fileName = "settings.json"
    /// The name of the file whose lock the processes hold while they change the settings.
    package static let lockName = "settings.lock"

    /// A message about each setting in the file that does not count, because requests must not choose its value.
    package let warnings: [String]

    private struct State {
        var settings: ServiceSettings
        var fileVersion: SharedFile.FileVersion?
    }

    private let file: SharedFile?
    private let permanentHosts: Set<String>
    private let state: Mutex<State>

    /// Reads the settings.
    ///
    /// - Parameters:
    ///   - home: The data directory; nil keeps the settings in memory.
    ///   - privateHosts: Hosts that are allowed although they are private, whatever the settings say.
    /// - Throws: `ServiceError` if the file exists but cannot be read.
    package init(home: String?, privateHosts: Set<String> = []) throws {
        permanentHosts = privateHosts
        file = home.map { SharedFile(home: $0, name: Self.fileName, lockName: Self.lockName) }
        let fileVersion = file?.fileVersion
        let (settings, refused) = try file.map { try Self.load($0.path) } ?? (ServiceSettings(), [])
        warnings = refused.map { host in
            "\(Self.fileName): the private host \(host) is ignored, because it is this computer: use "
                + "\"privateHosts\" in config.json, or --allow-private"
        }
        state = Mutex(State(settings: settings, fileVersion: fileVersion))
    }

    /// Reads the settings, without the private hosts that are refused.
    private static func load(_ path: String) throws -> (settings: ServiceSettings, refusedHosts: [String]) {
        var settings = ServiceSettings()
        if let bytes = try bytes(of: path) {
            do { try settings.merge(try JSONText.decode(JSONValue.self, from: bytes)) } catch {
                let reason = (error as? Problem)?.detail ?? "it is not valid JSON"
                throw ServiceError.settingsFile(path: path, reason: "\(reason): correct or remove the file")
            }
        }
        let refused = settings.privateHosts.filter(ThisMachine.isNamed)
        settings.privateHosts.removeAll(where: ThisMachine.isNamed)
        return (settings, refused)
    }

    /// The maximum length of the file in bytes.
    ///
    /// Thousands of hosts that are never captured need a tenth of it.
    private static let byteLimit = 1 << 20

    private static func bytes(of path: String) throws(ServiceError) -> [UInt8]? {
        switch try OwnedFile.read(path, limit: byteLimit) {
        case .missing: nil
        case .untrusted(let reason): throw .unsafeFile(path: path, reason: reason)
        case .bytes(let bytes): bytes
        }
    }

    /// The current settings.
    package var current: ServiceSettings {
        state.withLock { state in
            // Reading the status of a file takes a few microseconds.
            let fileVersion = file?.fileVersion
            if let file, fileVersion != state.fileVersion {
                state.fileVersion = fileVersion
                // If the file cannot be read, the current settings stay valid.
                if let loaded = try? Self.load(file.path) { state.settings = loaded.settings }
            }
            return state.settings
        }
    }

    /// The hosts that may be contacted although they are private, for links and downloads alike.
    package var allowedPrivateHosts: PermittedHosts {
        PermittedHosts(named: permanentHosts, remote: Set(current.privateHosts))
    }

    /// Changes the settings durably.
    ///
    /// - Parameter change: Changes the stored settings, which no other process changes meanwhile; if it throws, they
    ///   stay unchanged.
    /// - Returns: The new settings.
    /// - Throws: An error of `change`, or `ServiceError` if the file cannot be read or written, or another process
    ///   holds its lock for too long.
    func change(_ change: (inout ServiceSettings) throws -> Void) throws -> ServiceSettings {
        guard let file else {
            return try state.withLock { state in
                var changed = state.settings
                try change(&changed)
                state.settings = changed
                return changed
            }
        }
        let lock = try file.lock()
        defer { SharedFile.unlock(lock) }
        let stored = try Self.load(file.path).settings
        var changed = stored
        try change(&changed)
        if changed != stored { try file.replace(with: changed.json.encoded() + [UInt8(ascii: "\n")]) }
        state.withLock { $0 = State(settings: changed, fileVersion: file.fileVersion) }
        return changed
    }
}
